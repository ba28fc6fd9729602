import { isTestFile, type SourceFile } from './source-files.ts'

const MAKERS = 'server/access/'

/**
 * An organisation's id is made in `access` alone: out of a key that was proved, or out of a row. Whatever a request says is a number,
 * and no word of the program turns it into an organisation.
 */
export function organisationIdFindings(files: SourceFile[]): string[] {
  return files
    .filter(({ path }) => path.startsWith('server/') && !path.startsWith(MAKERS) && !isTestFile(path))
    .flatMap(({ path, text }) => [
      ...(/\borgIdOf\b/.test(text)
        ? [`${path} makes an OrgId out of a number: ask server/access/organisations.ts`]
        : []),
      ...(/\bas OrgId\b/.test(text)
        ? [`${path} says that something is an OrgId: ask server/access/organisations.ts`]
        : []),
      ...(/\borg_id\??: OrgId\b/.test(text) ? [`${path} says that a row's org_id is an OrgId: use ownedRows`] : []),
    ])
}
