import type { Plan, Point } from './plan.ts'

export type PitchAt = { centre: Point; width: number; height: number }

/** The part without seats in the middle of the ground, if there is such a place. */
export function pitchOf({ bounds, xs, ys }: Pick<Plan, 'bounds' | 'xs' | 'ys'>): PitchAt | undefined {
  const { left, right, top, bottom } = bounds
  const centre = { x: (left + right) / 2, y: (top + bottom) / 2 }
  let [across, down] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (let n = 0; n < xs.length; n += 1) {
    const [x, y] = [Math.abs((xs[n] ?? 0) - centre.x), Math.abs((ys[n] ?? 0) - centre.y)]
    if (y < (bottom - top) * 0.15) across = Math.min(across, x)
    if (x < (right - left) * 0.15) down = Math.min(down, y)
  }
  if (!Number.isFinite(across) || !Number.isFinite(down) || Math.min(across, down) < 8) return undefined
  return { centre, width: across * 1.5, height: down * 1.44 }
}
