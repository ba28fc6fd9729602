/** As an expression, `/\/+$/` would look at a long run of slashes once for each of them. */
export function withoutTrailingSlashes(text: string): string {
  let end = text.length
  while (text[end - 1] === '/') end -= 1
  return text.slice(0, end)
}
