import type { Organisation, SignedIn, StaffOrganisation } from '@grandstand/sdk'
import { createContext } from 'preact'
import { useContext, useEffect } from 'preact/hooks'
import { hideButtonsFor } from '../../kit/button.tsx'
import { money } from '../../kit/money.ts'
import { locale } from '../language/language.ts'
import { words } from '../words/frame.ts'
import { chosenOrganisation } from './api.ts'
import { forgetCalls } from './calls.ts'

/** What every page of the console is drawn with. */
export type Console = {
  person: SignedIn
  /** Where they work now, and as what. */
  work: StaffOrganisation
  organisation: Organisation
  setPerson(person: SignedIn): void
  setOrganisation(organisation: Organisation): void
  choose(orgId: string): void
}

export const ConsoleContext = createContext<Console | undefined>(undefined)

export function useConsole(): Console & {
  /** undefined: they may. Otherwise why not, in words for a button that does nothing. */
  whyNot(scope: string, kind?: 'read' | 'change'): string | undefined
  price(amount: number, currency?: string | null): string
} {
  const console = useContext(ConsoleContext)
  if (!console) throw new Error('there is no console around this')
  const { work, organisation } = console
  const notInThisRole = words.roleLacks({ role: roleTitle(work.role) })
  hideButtonsFor(notInThisRole)
  return {
    ...console,
    whyNot: (scope, kind = 'change') =>
      (kind === 'read' ? work.may_read : work.may_change).includes(scope) ? undefined : notInThisRole,
    price: (amount, currency) => money(amount, currency ?? organisation.currency, locale),
  }
}

export const roleTitle = (role: string): string => words.roles[role] ?? role

/** The organisation that was chosen, if they still work there; else the first. */
export function workOf({ organisations }: SignedIn): StaffOrganisation | undefined {
  return organisations.find(({ org_id }) => org_id === chosenOrganisation()) ?? organisations[0]
}

let hasNavigated = false

/** From then on a new page takes the focus; the first one leaves it to the browser. */
export function noteNavigation(): void {
  hasNavigated = true
  forgetCalls()
}

/** The title of the tab, and the focus on the heading when one page gives way to another, so that it is read out. */
export function usePage(title: string | undefined): void {
  const name = useContext(ConsoleContext)?.organisation.name ?? 'Grandstand'
  const isReady = title !== undefined
  useEffect(() => {
    if (title !== undefined) document.title = `${title} · ${name}`
  }, [title, name])
  useEffect(() => {
    if (!isReady || !hasNavigated) return
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
  }, [isReady])
}
