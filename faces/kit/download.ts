/** Has the browser save a file. */
export function download(name: string, content: Blob): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has begun by then; what it has not read it keeps.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
