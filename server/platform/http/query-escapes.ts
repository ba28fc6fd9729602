import type { Problem } from './errors.ts'

/**
 * Parameters whose values are not percent-encoded UTF-8. The parser keeps such escapes as they are, and `search=Jos%E9` would
 * look for a percent sign. Bytes that are not escaped at all are no HTTP, and do not come so far.
 */
export function escapeProblems(url: string): Problem[] {
  const start = url.indexOf('?') + 1
  if (start === 0 || !url.includes('%', start)) return []
  const names = url
    .slice(start)
    .split('&')
    .map((pair) => splitAtEquals(pair))
    .flatMap(([name, value]) => (decoded(value) === undefined ? [decoded(name) ?? name] : []))
  return [...new Set(names)].map((name) => {
    const param = name.slice(0, 200)
    return { param, code: 'parameter_invalid', message: `${param} must be percent-encoded UTF-8.` }
  })
}

function splitAtEquals(pair: string): [name: string, value: string] {
  const at = pair.indexOf('=')
  return at === -1 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)]
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
