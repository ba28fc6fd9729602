const WIDTH = 30
const REDRAW_MS = 100

/** A bar on a terminal, nothing in a pipe. */
export function progress(label: string, total?: number, stream: NodeJS.WriteStream = process.stderr) {
  const startedAt = Date.now()
  let done = 0
  let drawnAt = 0
  const draw = () => {
    if (!stream.isTTY) return
    drawnAt = Date.now()
    // Without a known end there is nothing to fill, only a count that grows.
    const part = total === undefined ? 0 : total === 0 ? 1 : done / total
    const bar = total === undefined ? '' : '█'.repeat(Math.round(part * WIDTH)).padEnd(WIDTH, '░')
    const perSecond = Math.round(done / Math.max(0.001, (drawnAt - startedAt) / 1000))
    stream.write(`\r${label} ${bar} ${done.toLocaleString('en')} (${perSecond.toLocaleString('en')}/s) `)
  }
  return {
    add(count: number) {
      done += count
      if (Date.now() - drawnAt >= REDRAW_MS) draw()
    },
    /** Ends the line and tells how it went. */
    finish(): { rows: number; seconds: number } {
      draw()
      if (stream.isTTY) stream.write('\n')
      return { rows: done, seconds: (Date.now() - startedAt) / 1000 }
    },
  }
}
