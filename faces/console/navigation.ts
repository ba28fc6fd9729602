import { BASE, routes } from './parts/routes.ts'
import type english from './words/en/frame.json'

/** A part of the console: a line in the navigation, and the pages below it, which `sections.ts` has. */
export type Section = {
  /** The key of its title in the words. */
  name: keyof typeof english.sections
  href: string
  /** Who may not has no line of it; at its address they are told why. */
  needs: { scope: string; kind: 'read' | 'change' }
  /** The guide that its help opens, below /docs. */
  guide: string
}

const mayRead = (scope: string): Section['needs'] => ({ scope, kind: 'read' })

export const sections: Section[] = [
  { name: 'today', href: routes.today, needs: mayRead('orders:read'), guide: 'guides/console' },
  { name: 'events', href: routes.events(), needs: mayRead('programme:manage'), guide: 'guides/console' },
  { name: 'venues', href: routes.venues(), needs: mayRead('programme:manage'), guide: 'guides/setting-up' },
  { name: 'orders', href: routes.orders(), needs: mayRead('orders:manage'), guide: 'guides/console' },
  { name: 'boxOffice', href: routes.boxOffice(), needs: mayRead('box_office:manage'), guide: 'guides/console' },
  { name: 'openItems', href: routes.debts(), needs: mayRead('debts:manage'), guide: 'guides/open-items' },
  { name: 'money', href: routes.money(), needs: mayRead('figures:manage'), guide: 'guides/console' },
  { name: 'customers', href: routes.customers(), needs: mayRead('customers:read'), guide: 'guides/console' },
  { name: 'members', href: routes.members(), needs: mayRead('members:read'), guide: 'guides/console' },
  { name: 'gates', href: routes.gates(), needs: mayRead('gates:manage'), guide: 'guides/scanner' },
  { name: 'settings', href: routes.settings, needs: mayRead('organisation:read'), guide: 'guides/console' },
]

export const sectionOf = (path: string): Section | undefined =>
  sections.find(({ href }) => (href === BASE ? path === BASE : path === href || path.startsWith(`${href}/`)))
