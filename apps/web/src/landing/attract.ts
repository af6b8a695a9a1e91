/** One place in the scene: bubbles come up through it one after the other, each lap another one. */
interface Lane {
  readonly speedPxPerS: number;
  /** Where in its first lap the lane starts, 0 to 1, so that the scene is full from its first frame. */
  readonly offset: number;
  /** The lap whose bubble has been popped, or -1. */
  poppedLap: number;
}

interface Burst {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly colour: string;
  readonly points: number;
  readonly bornMs: number;
}

/** Where a lane's bubble is at a time. One object, reused. */
interface Place {
  x: number;
  y: number;
  radius: number;
  colour: number;
  lap: number;
}

/** A scene of rising bubbles on a plain 2D canvas: the first page's taste of the game, a few hundred bytes of it. */
export interface Attract {
  /** Fits the scene to its canvas, px. */
  resize(width: number, height: number, density: number): void;
  /** Draws the scene at a time, ms. Where everything is follows from the time alone. */
  draw(nowMs: number): void;
  /** Pops the topmost bubble at a point of the canvas, if there is one. */
  pop(x: number, y: number, nowMs: number): boolean;
}

const COLOURS = ['#ff5a68', '#a78bff', '#2dd4a7', '#ffb84d', '#5cc8ff', '#ff8fc4', '#d7e36b'] as const;

/** Area of the canvas for each bubble, px². */
const AREA_PER_BUBBLE = 30_000;
const MIN_BUBBLES = 14;
const MAX_BUBBLES = 34;
const BURST_MS = 600;
const RAYS = 9;
/** Edge of a bubble's picture, px: twice the largest radius at density 1.5. */
const SPRITE_PX = 256;

/** Creates the scene. */
export function createAttract(context: CanvasRenderingContext2D): Attract {
  const sprites = COLOURS.map(drawSprite);
  const place: Place = { x: 0, y: 0, radius: 0, colour: 0, lap: 0 };
  let lanes: Lane[] = [];
  let bursts: Burst[] = [];
  let width = 0;
  let height = 0;

  const locate = (lane: Lane, index: number, nowMs: number): Place => {
    const largest = Math.min(78, Math.max(44, width / 12));
    const way = height + 2 * largest;
    const laps = (nowMs / 1_000) * (lane.speedPxPerS / way) + lane.offset;
    const lap = Math.floor(laps);
    place.lap = lap;
    place.radius = largest * (0.36 + 0.64 * noise(index, lap, 1));
    place.colour = Math.floor(noise(index, lap, 2) * COLOURS.length);
    const sway = Math.sin(nowMs / 1_400 + index * 2.4) * 10;
    place.x = (0.04 + 0.92 * noise(index, lap, 3)) * width + sway;
    place.y = height + largest - (laps - lap) * way;
    return place;
  };

  return {
    resize(nextWidth, nextHeight, density) {
      width = nextWidth;
      height = nextHeight;
      context.canvas.width = Math.round(width * density);
      context.canvas.height = Math.round(height * density);
      context.setTransform(density, 0, 0, density, 0, 0);
      const count = Math.min(MAX_BUBBLES, Math.max(MIN_BUBBLES, Math.ceil((width * height) / AREA_PER_BUBBLE)));
      lanes = Array.from({ length: count }, (_, index) => ({
        speedPxPerS: 34 + 46 * noise(index, 0, 4),
        offset: (index * 0.618) % 1,
        poppedLap: -1,
      }));
    },

    draw(nowMs) {
      context.clearRect(0, 0, width, height);
      for (const [index, lane] of lanes.entries()) {
        const { x, y, radius, colour, lap } = locate(lane, index, nowMs);
        const sprite = sprites[colour];
        if (lap === lane.poppedLap || sprite === undefined) continue;
        context.drawImage(sprite, x - radius, y - radius, radius * 2, radius * 2);
      }
      bursts = bursts.filter((burst) => nowMs - burst.bornMs < BURST_MS);
      for (const burst of bursts) drawBurst(context, burst, (nowMs - burst.bornMs) / BURST_MS);
    },

    pop(x, y, nowMs) {
      for (const [index, lane] of [...lanes.entries()].toReversed()) {
        const at = locate(lane, index, nowMs);
        if (at.lap === lane.poppedLap || Math.hypot(at.x - x, at.y - y) > at.radius) continue;
        lane.poppedLap = at.lap;
        const colour = COLOURS[at.colour] ?? COLOURS[0];
        bursts.push({
          x: at.x,
          y: at.y,
          radius: at.radius,
          colour,
          points: Math.floor(500 / at.radius),
          bornMs: nowMs,
        });
        return true;
      }
      return false;
    },
  };
}

/** A number from 0 to 1 that depends on nothing but its three keys. */
function noise(a: number, b: number, c: number): number {
  let bits = Math.imul(a + 1, 0x9e3779b1) ^ Math.imul(b + 1, 0x85ebca6b) ^ Math.imul(c, 0xc2b2ae35);
  bits = Math.imul(bits ^ (bits >>> 15), 0x2c1b3c6d);
  bits = Math.imul(bits ^ (bits >>> 13), 0x297a2d39);
  return ((bits ^ (bits >>> 16)) >>> 0) / 2 ** 32;
}

/** A glass bubble: tinted body, bright rim, one highlight. */
function drawSprite(colour: string): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = SPRITE_PX;
  canvas.height = SPRITE_PX;
  const context = canvas.getContext('2d');
  if (context === null) return canvas;
  const middle = SPRITE_PX / 2;
  const radius = middle - 2;

  const body = context.createRadialGradient(middle, middle * 0.86, radius * 0.2, middle, middle, radius);
  body.addColorStop(0, `${colour}12`);
  body.addColorStop(0.72, `${colour}3d`);
  body.addColorStop(0.94, `${colour}b8`);
  body.addColorStop(1, `${colour}f0`);
  context.fillStyle = body;
  context.beginPath();
  context.arc(middle, middle, radius, 0, Math.PI * 2);
  context.fill();

  const caustic = context.createRadialGradient(middle * 1.3, middle * 1.5, 0, middle * 1.3, middle * 1.5, radius * 0.5);
  caustic.addColorStop(0, `${colour}70`);
  caustic.addColorStop(1, `${colour}00`);
  context.fillStyle = caustic;
  context.fill();

  context.translate(middle * 0.66, middle * 0.56);
  context.rotate(-0.7);
  context.scale(1, 0.55);
  const light = context.createRadialGradient(0, 0, 0, 0, 0, radius * 0.3);
  light.addColorStop(0, '#ffffffe6');
  light.addColorStop(1, '#ffffff00');
  context.fillStyle = light;
  context.beginPath();
  context.arc(0, 0, radius * 0.3, 0, Math.PI * 2);
  context.fill();
  return canvas;
}

/** A popped bubble at `age` from 0 to 1: rays that fly out, and its points. */
function drawBurst(context: CanvasRenderingContext2D, burst: Burst, age: number): void {
  const eased = 1 - (1 - age) ** 3;
  context.globalAlpha = 1 - age;
  context.strokeStyle = burst.colour;
  context.lineWidth = 3.5;
  context.lineCap = 'round';
  context.beginPath();
  for (let ray = 0; ray < RAYS; ray += 1) {
    const angle = (ray / RAYS) * Math.PI * 2 - 0.4;
    const from = burst.radius * (0.8 + 0.7 * eased);
    const to = from + burst.radius * 0.3 * (1 - age);
    context.moveTo(burst.x + Math.cos(angle) * from, burst.y + Math.sin(angle) * from);
    context.lineTo(burst.x + Math.cos(angle) * to, burst.y + Math.sin(angle) * to);
  }
  context.stroke();
  context.fillStyle = '#eef2f7';
  context.font = '700 20px Unbounded, sans-serif';
  context.textAlign = 'center';
  context.fillText(`+${String(burst.points)}`, burst.x, burst.y + 7 - 26 * eased);
  context.globalAlpha = 1;
}
