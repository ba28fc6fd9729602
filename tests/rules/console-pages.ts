import { BASE, routes } from '../../faces/console/parts/routes.ts'

/** A page of the console: its address with the names of its ids, the file that it is in, and what the file calls it. */
export type ConsolePage = { address: string; file: string; name: string }

const LOADED =
  /[pP]age\(\s*routes\.(\w+)(?:\((?:'(:\w+)')?\))?,\s*\[[^\]]*\],\s*\(\) =>\s*import\('\.\/([^']+)'\)\.then\(\(file\) => file\.(\w+)\)/g

/** Who is not signed in has these, which `sign-in/welcome.tsx` chooses from by the address; the last belongs to no section. */
const BESIDES: ConsolePage[] = [
  { address: routes.signIn, file: 'faces/console/sign-in/sign-in.tsx', name: 'SignIn' },
  { address: routes.forgotten, file: 'faces/console/sign-in/new-password.tsx', name: 'Forgotten' },
  { address: routes.password, file: 'faces/console/sign-in/new-password.tsx', name: 'NewPassword' },
  { address: routes.invitation, file: 'faces/console/sign-in/accept-invitation.tsx', name: 'AcceptInvitation' },
  { address: routes.account, file: 'faces/console/sign-in/account-page.tsx', name: 'AccountPage' },
]

function addressOf(route: string, id: string | undefined): string {
  const known: unknown = (routes as Record<string, unknown>)[route]
  const address = typeof known === 'function' ? (known as (id?: string) => string)(id) : String(known)
  return address.replaceAll(/:(\w+)/g, '{$1}')
}

/** As `sections.ts` loads them. */
export function pagesIn(sections: string): ConsolePage[] {
  const loaded = [...sections.matchAll(LOADED)].map(([, route = '', id, file = '', name = '']) => ({
    address: addressOf(route, id),
    file: `faces/console/${file}`,
    name,
  }))
  return [...loaded, ...BESIDES]
}

/** The rows of the table in docs/architecture.md. */
export const pageRows = (document: string): ConsolePage[] =>
  [...document.matchAll(/^\| `([^`]+)` \| `(faces\/console\/[^`]+)` \| `(\w+)` \|$/gm)].map(
    ([, address = '', file = '', name = '']) => ({ address, file, name }),
  )

const lineOf = ({ address, file, name }: ConsolePage) => `| \`${address}\` | \`${file}\` | \`${name}\` |`

/** Rows that say something else than the program, and pages that have none. */
export function pageTableFindings(rows: ConsolePage[], pages: ConsolePage[]): string[] {
  const written = new Set(rows.map(lineOf))
  const actual = new Set(pages.map(lineOf))
  return [
    ...[...actual].filter((line) => !written.has(line)).map((line) => `is missing: ${line}`),
    ...[...written].filter((line) => !actual.has(line)).map((line) => `is not so: ${line}`),
    ...pages.filter(({ address }) => !address.startsWith(BASE)).map(({ address }) => `is no page: ${address}`),
  ]
}
