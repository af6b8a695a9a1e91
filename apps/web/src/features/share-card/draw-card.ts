import type { Bubble } from '@popfray/engine';
import type { Skin } from '@popfray/react';
import type { Card } from './card.ts';

/** Size of the picture, px: the format that social networks show completely. */
export const CARD_WIDTH_PX = 1_200;
export const CARD_HEIGHT_PX = 630;

/** Texts of the picture in the reader's language. */
export interface CardTexts {
  readonly mode: string;
  readonly score: string;
  readonly scoreValue: string;
  /** Further figures: label and value. */
  readonly figures: readonly (readonly [name: string, value: string])[];
  readonly seed: string;
  readonly call: string;
  readonly site: string;
}

/** The fonts of the page, without the metric fallbacks. */
const DISPLAY = "Unbounded, system-ui, 'Noto Sans SC', 'Noto Sans JP', sans-serif";
const TEXT = "'Figtree', system-ui, 'Noto Sans SC', 'Noto Sans JP', sans-serif";

const INK = '#0b0e14';
const LINE = '#2c3648';
const LIGHT = '#eef2f7';
const MUTED = '#a3b0c2';
const CAUTION = '#ffb84d';

/** The logo as in the page's header, on a grid of 32: colour, line width, path. */
const MARK = [
  ['#ff5a68', 3.8, 'M26.6 17.2A11.4 11.4 0 1 1 14.8 5.4'],
  [LIGHT, 2.4, 'M9.4 17.4a5.8 5.8 0 0 1 3-4.4'],
  ['#a78bff', 3, 'M21 11l6-6M19.2 6l.7-4M26 12.8l4-.7'],
] as const;

/** Margin, and the position of the field in the picture. */
const EDGE_PX = 64;
const FIELD = { x: 560, y: 84, width: 576, height: 432, scale: 576 / 800, corner: 28 };

/** Draws the picture of a round, CARD_WIDTH_PX by CARD_HEIGHT_PX, in a skin's colours. */
export function drawCard(brush: CanvasRenderingContext2D, card: Card, words: CardTexts, skin: Skin): void {
  const glow = brush.createRadialGradient(FIELD.x + 280, FIELD.y + 200, 60, FIELD.x + 280, FIELD.y + 200, 900);
  glow.addColorStop(0, '#1b2436');
  glow.addColorStop(1, INK);
  brush.fillStyle = glow;
  brush.fillRect(0, 0, CARD_WIDTH_PX, CARD_HEIGHT_PX);
  drawField(brush, card.bubbles, skin);
  drawMark(brush);
  drawTexts(brush, words);
}

/** Draws the logo and the name. */
function drawMark(brush: CanvasRenderingContext2D): void {
  brush.textAlign = 'left';
  brush.save();
  brush.translate(EDGE_PX - 4, 62);
  brush.scale(1.75, 1.75);
  brush.lineCap = 'round';
  for (const [colour, width, path] of MARK) {
    brush.strokeStyle = colour;
    brush.lineWidth = width;
    brush.stroke(new Path2D(path));
  }
  brush.restore();
  brush.textBaseline = 'middle';
  writeLine(brush, 'Popfray', EDGE_PX + 64, 92, `700 34px ${DISPLAY}`, LIGHT, 380);
}

function drawTexts(brush: CanvasRenderingContext2D, words: CardTexts): void {
  const room = FIELD.x - EDGE_PX - 48;
  brush.textBaseline = 'alphabetic';
  writeLine(brush, words.mode, EDGE_PX, 200, `600 34px ${TEXT}`, LIGHT, room);
  writeLine(brush, words.score, EDGE_PX, 252, `500 26px ${TEXT}`, MUTED, room);
  writeLine(brush, words.scoreValue, EDGE_PX - 4, 358, `700 112px ${DISPLAY}`, LIGHT, room);
  const column = room / Math.max(words.figures.length, 1);
  for (const [at, [name, value]] of words.figures.entries()) {
    const x = EDGE_PX + at * column;
    writeLine(brush, name, x, 424, `500 24px ${TEXT}`, MUTED, column - 16);
    writeLine(brush, value, x, 474, `700 38px ${DISPLAY}`, at === 0 ? CAUTION : LIGHT, column - 16);
  }
  writeLine(brush, words.seed, EDGE_PX, 574, `500 24px ${TEXT}`, MUTED, room);
  writeLine(brush, words.call, FIELD.x, 574, `600 26px ${TEXT}`, LIGHT, FIELD.width - 200);
  brush.textAlign = 'right';
  writeLine(brush, words.site, FIELD.x + FIELD.width, 574, `500 24px ${TEXT}`, MUTED, 190);
  brush.textAlign = 'left';
}

/** Draws a line of text, smaller if it does not fit. */
function writeLine(
  brush: CanvasRenderingContext2D,
  words: string,
  x: number,
  y: number,
  font: string,
  colour: string,
  room: number,
): void {
  brush.fillStyle = colour;
  brush.font = font;
  const width = brush.measureText(words).width;
  if (width > room)
    brush.font = font.replace(/(\d+)px/, (_, px: string) => `${String(Math.floor((Number(px) * room) / width))}px`);
  brush.fillText(words, x, y);
}

function drawField(brush: CanvasRenderingContext2D, bubbles: readonly Bubble[], skin: Skin): void {
  brush.save();
  brush.beginPath();
  brush.roundRect(FIELD.x, FIELD.y, FIELD.width, FIELD.height, FIELD.corner);
  brush.fillStyle = skin.field.corners;
  brush.fill();
  brush.clip();
  const middle = brush.createRadialGradient(
    FIELD.x + FIELD.width / 2,
    FIELD.y + FIELD.height / 2,
    20,
    FIELD.x + FIELD.width / 2,
    FIELD.y + FIELD.height / 2,
    FIELD.width / 1.6,
  );
  middle.addColorStop(0, skin.field.middle);
  middle.addColorStop(1, skin.field.corners);
  brush.fillStyle = middle;
  brush.fillRect(FIELD.x, FIELD.y, FIELD.width, FIELD.height);
  for (const bubble of bubbles) {
    const { colours, boss, foreign } = skin;
    const colour = bubble.isBoss ? boss.colour : bubble.isForeign ? foreign.colour : colours[bubble.colour];
    const [x, y] = [FIELD.x + bubble.xPx * FIELD.scale, FIELD.y + bubble.yPx * FIELD.scale];
    drawBubble(brush, x, y, bubble.radiusPx * FIELD.scale, colour ?? colours[0]);
    if (!bubble.isBoss) {
      brush.textAlign = 'center';
      brush.textBaseline = 'middle';
      writeLine(
        brush,
        String(bubble.points),
        x,
        y + 1,
        `700 ${String(Math.round(bubble.radiusPx * 0.4))}px ${DISPLAY}`,
        LIGHT,
        60,
      );
      continue;
    }
    brush.beginPath();
    brush.lineWidth = 7;
    brush.strokeStyle = boss.colour;
    const left = bubble.health / bubble.fullHealth;
    brush.arc(x, y, bubble.radiusPx * FIELD.scale + 6, -Math.PI / 2, (2 * left - 0.5) * Math.PI);
    brush.stroke();
  }
  brush.restore();
  brush.lineWidth = 2;
  brush.strokeStyle = LINE;
  brush.beginPath();
  brush.roundRect(FIELD.x, FIELD.y, FIELD.width, FIELD.height, FIELD.corner);
  brush.stroke();
}

/** Draws a glass bubble: darker inside, a bright rim, one highlight. */
function drawBubble(brush: CanvasRenderingContext2D, x: number, y: number, radius: number, colour: string): void {
  brush.beginPath();
  brush.arc(x, y, radius, 0, 2 * Math.PI);
  brush.fillStyle = INK;
  brush.globalAlpha = 0.55;
  brush.fill();
  const glass = brush.createRadialGradient(x - radius * 0.25, y - radius * 0.3, radius * 0.1, x, y, radius);
  glass.addColorStop(0, `${colour}66`);
  glass.addColorStop(0.72, `${colour}99`);
  glass.addColorStop(1, colour);
  brush.globalAlpha = 1;
  brush.fillStyle = glass;
  brush.fill();
  brush.beginPath();
  brush.ellipse(x - radius * 0.36, y - radius * 0.44, radius * 0.24, radius * 0.14, -0.7, 0, 2 * Math.PI);
  brush.fillStyle = '#ffffff';
  brush.globalAlpha = 0.75;
  brush.fill();
  brush.globalAlpha = 1;
}
