import { type Cluster, setLine, widthOf } from './line.ts'
import type { Typeface } from './typefaces.ts'

export type Fitted = { size: number; lines: Cluster[][]; missing: boolean }
/** Sizes in points, from the largest down, each with the lines that it may fill. */
export type Steps = readonly [step: readonly [size: number, linesMax: number], ...more: (readonly [number, number])[]]

/** In the first of the steps that has room for the text; in the last, what is left over ends in an ellipsis. Width in points. */
export function fit(face: Typeface, text: string, width: number, steps: Steps): Fitted {
  const { clusters, missing } = setLine(face, text)
  for (const [size, linesMax] of steps) {
    const lines = breakLines(clusters, (width * 1000) / size)
    if (lines.length <= linesMax) return { size, lines: balanced(clusters, lines, (width * 1000) / size), missing }
  }
  const [size, linesMax] = steps.at(-1) ?? steps[0]
  const room = (width * 1000) / size
  const lines = breakLines(clusters, room)
  const last = [
    ...(lines[linesMax - 1] ?? []),
    ...setLine(face, 'a b').clusters.slice(1, 2),
    ...(lines[linesMax] ?? []),
  ]
  return { size, lines: [...lines.slice(0, linesMax - 1), shortened(face, last, room)], missing }
}

const BALANCED_LINES_MAX = 3
const BALANCING_STEPS = 6

/** A headline whose last line is one lone word is drawn together, into lines of about the same length. */
function balanced(clusters: Cluster[], lines: Cluster[][], room: number): Cluster[][] {
  if (lines.length < 2 || lines.length > BALANCED_LINES_MAX) return lines
  let least = widthOf(clusters) / lines.length
  let most = room
  let best = lines
  for (let step = 0; step < BALANCING_STEPS; step += 1) {
    const middle = (least + most) / 2
    const tried = breakLines(clusters, middle)
    if (tried.length > lines.length) least = middle
    else [most, best] = [middle, tried]
  }
  return best
}

function shortened(face: Typeface, clusters: Cluster[], room: number): Cluster[] {
  const ellipsis = setLine(face, '…').clusters
  const fitting = [...clusters]
  while (fitting.length > 0 && widthOf(fitting) + widthOf(ellipsis) > room) fitting.pop()
  while (fitting.at(-1)?.isSpace) fitting.pop()
  return [...fitting, ...ellipsis]
}

/** At spaces, and within a word only where the word is longer than a line. */
function breakLines(clusters: Cluster[], room: number): Cluster[][] {
  const lines: Cluster[][] = []
  let line: Cluster[] = []
  const end = () => {
    while (line.at(-1)?.isSpace) line.pop()
    lines.push(line)
    line = []
  }
  for (const word of words(clusters)) {
    const solid = word.filter(({ isSpace }) => !isSpace)
    if (line.length > 0 && widthOf(line) + widthOf(solid) > room) end()
    if (widthOf(solid) <= room) {
      line.push(...word)
      continue
    }
    for (const cluster of word) {
      if (line.length > 0 && widthOf(line) + cluster.width > room) end()
      line.push(cluster)
    }
  }
  if (line.length > 0) end()
  return lines
}

/** Each with the spaces behind it. */
function words(clusters: Cluster[]): Cluster[][] {
  const all: Cluster[][] = []
  clusters.forEach((cluster, index) => {
    if (index === 0 || (clusters[index - 1]?.isSpace && !cluster.isSpace)) all.push([])
    all.at(-1)?.push(cluster)
  })
  return all
}
