import { words } from '../words/accounting.ts'

const nameOf = (account: string): string => words.names[account] ?? account

/** Why there is no file for DATEV, as a club calls its accounts: the API names them by its own words. Undefined where it is something else. */
export function datevProblem(message: string): string | undefined {
  const [, missing] = /^These accounts have no code for every rate: (.+)\.$/.exec(message) ?? []
  if (missing !== undefined) return words.accountsLack({ accounts: missing.split(', ').map(nameOf).join(', ') })
  const [, code, account, digits] = /^The code (\S+) of (\w+) is not a number of (\d+) digits\.$/.exec(message) ?? []
  if (code !== undefined && account !== undefined)
    return words.oddNumber({ code, account: nameOf(account), digits: Number(digits) })
  if (message.startsWith('A file for DATEV is of one year')) return words.oneYear
  return message.startsWith('The accounting settings do not say') ? words.nobodyForDatev : undefined
}
