/** The marks at the edge of a chart: round numbers from 0 on, the last not below the highest value. */
export function marksUpTo(highest: number, marksMost = 4): number[] {
  if (!(highest > 0)) return [0, 1]
  const rough = highest / marksMost
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((size) => size >= rough) ?? 10 * power
  const marks = Math.ceil(highest / step - 1e-9)
  return Array.from({ length: marks + 1 }, (_, index) => Number((index * step).toPrecision(12)))
}

/** Which of many labels are written, so that none runs into the next. */
export function labelledEvery(items: number, width: number, labelWidth: number): number {
  const room = Math.max(1, Math.floor(width / labelWidth))
  return Math.max(1, Math.ceil(items / room))
}

export type Bar = { key: string; label: string; value: number; compared?: number | undefined }
