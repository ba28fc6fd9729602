const LINE_BREAK = 10

/** What the server has sent so far is counted as it comes: a long file shows that it grows. The browser keeps a large one on its disk. */
export async function receiveFile(file: Response, onRows: (rows: number) => void): Promise<Blob> {
  const chunks: Blob[] = []
  let lines = 0
  for (const reader = file.body?.getReader(); reader; ) {
    const { value, done } = await reader.read()
    if (done) break
    chunks.push(new Blob([value]))
    for (const byte of value) if (byte === LINE_BREAK) lines += 1
    onRows(Math.max(0, lines - 1))
  }
  return new Blob(chunks, { type: 'text/csv' })
}
