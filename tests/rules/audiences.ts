import { isTestFile, type SourceFile } from './source-files.ts'

/** Who is calling is for `access` to know, and for the log of answers in `platform` to write down. */
const KNOWERS = ['server/access/', 'server/platform/']

const ASKS = [
  /\bprincipal\??\.(?:kind|orgId)\b/,
  /\bPick<Principal,[^>]*'(?:kind|orgId)'/,
  /\{[^{}]*\b(?:kind|orgId)\b[^{}]*\}(?::\s*Principal\b|\s*=\s*(?:request\.)?principal\b)/,
]

/**
 * What a caller may see follows from what its route declares: no other code asks which kind of key it was, nor takes the organisation
 * from the key, past the route's declaration.
 */
export function audienceFindings(files: SourceFile[]): string[] {
  return files
    .filter(({ path }) => path.startsWith('server/') && !isTestFile(path))
    .filter(({ path }) => !KNOWERS.some((folder) => path.startsWith(folder)))
    .filter(({ text }) => ASKS.some((asks) => asks.test(text)))
    .map(({ path }) => `${path} asks the key who is calling: take request.view or request.orgId`)
}
