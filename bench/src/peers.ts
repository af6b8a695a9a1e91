import RAPIER from '@dimforge/rapier2d-compat';
import Matter from 'matter-js';
import { Box, Circle as PlanckCircle, Settings, World } from 'planck';
import { createCircles, HEIGHT_PX, STEP_S, STEPS, WIDTH_PX } from './circles.ts';

/**
 * Other ways to move the same circles. Each makes its world and takes the 3,600 steps; circles
 * meet walls only, which spares the physics engines most of their work.
 */

const WALL_PX = 100;

/** Centre and half sizes of the four walls around the box. */
const WALLS: readonly (readonly [x: number, y: number, halfWidth: number, halfHeight: number])[] = [
  [WIDTH_PX / 2, -WALL_PX / 2, WIDTH_PX / 2 + WALL_PX, WALL_PX / 2],
  [WIDTH_PX / 2, HEIGHT_PX + WALL_PX / 2, WIDTH_PX / 2 + WALL_PX, WALL_PX / 2],
  [-WALL_PX / 2, HEIGHT_PX / 2, WALL_PX / 2, HEIGHT_PX / 2],
  [WIDTH_PX + WALL_PX / 2, HEIGHT_PX / 2, WALL_PX / 2, HEIGHT_PX / 2],
];

/** Collision groups, as bits. */
const CIRCLE = 1;
const WALL = 2;

/** matter-js: velocities are px a step. By default it lets circles as slow as these stick to walls; here they bounce. */
export function stepMatter(): void {
  Object.assign(Matter.Resolver, { _restingThresh: 0.001 });
  const engine = Matter.Engine.create({ gravity: { x: 0, y: 0, scale: 0 } });
  const walls = WALLS.map(([x, y, halfWidth, halfHeight]) =>
    Matter.Bodies.rectangle(x, y, halfWidth * 2, halfHeight * 2, {
      isStatic: true,
      restitution: 1,
      friction: 0,
      collisionFilter: { category: WALL, mask: CIRCLE },
    }),
  );
  const circles = createCircles().map(({ x, y, radius, vx, vy }) => {
    const body = Matter.Bodies.circle(x, y, radius, {
      restitution: 1,
      friction: 0,
      frictionAir: 0,
      inertia: Number.POSITIVE_INFINITY,
      collisionFilter: { category: CIRCLE, mask: WALL },
    });
    Matter.Body.setVelocity(body, { x: vx * STEP_S, y: vy * STEP_S });
    return body;
  });
  Matter.Composite.add(engine.world, [...walls, ...circles]);
  for (let at = 0; at < STEPS; at++) Matter.Engine.update(engine, STEP_S * 1_000);
}

/** planck, a port of Box2D: made for metres, so a px is a centimetre. Slow circles bounce here too. */
export function stepPlanck(): void {
  Settings.velocityThreshold = 0;
  const scale = 0.01;
  const world = new World({ gravity: { x: 0, y: 0 } });
  const walls = world.createBody();
  for (const [x, y, halfWidth, halfHeight] of WALLS) {
    walls.createFixture({
      shape: new Box(halfWidth * scale, halfHeight * scale, { x: x * scale, y: y * scale }),
      restitution: 1,
      friction: 0,
      filterCategoryBits: WALL,
      filterMaskBits: CIRCLE,
    });
  }
  for (const { x, y, radius, vx, vy } of createCircles()) {
    const body = world.createBody({
      type: 'dynamic',
      position: { x: x * scale, y: y * scale },
      linearVelocity: { x: vx * scale, y: vy * scale },
      fixedRotation: true,
    });
    body.createFixture({
      shape: new PlanckCircle(radius * scale),
      density: 1,
      restitution: 1,
      friction: 0,
      filterCategoryBits: CIRCLE,
      filterMaskBits: WALL,
    });
  }
  for (let at = 0; at < STEPS; at++) world.step(STEP_S);
}

/** Compiles Rapier's WebAssembly. Call it once, before `stepRapier`. */
export const loadRapier = (): Promise<void> => RAPIER.init();

/** Rapier, in WebAssembly: metres too. */
export function stepRapier(): void {
  const scale = 0.01;
  const world = new RAPIER.World({ x: 0, y: 0 });
  world.timestep = STEP_S;
  const groups = (member: number, meets: number): number => (member << 16) | meets;
  for (const [x, y, halfWidth, halfHeight] of WALLS) {
    world.createCollider(
      RAPIER.ColliderDesc.cuboid(halfWidth * scale, halfHeight * scale)
        .setTranslation(x * scale, y * scale)
        .setRestitution(1)
        .setFriction(0)
        .setCollisionGroups(groups(WALL, CIRCLE)),
    );
  }
  for (const { x, y, radius, vx, vy } of createCircles()) {
    const body = world.createRigidBody(
      RAPIER.RigidBodyDesc.dynamic()
        .setTranslation(x * scale, y * scale)
        .setLinvel(vx * scale, vy * scale)
        .lockRotations(),
    );
    world.createCollider(
      RAPIER.ColliderDesc.ball(radius * scale)
        .setRestitution(1)
        .setFriction(0)
        .setCollisionGroups(groups(CIRCLE, WALL)),
      body,
    );
  }
  for (let at = 0; at < STEPS; at++) world.step();
  world.free();
}
