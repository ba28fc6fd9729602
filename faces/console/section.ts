import type { ComponentType } from 'preact'
import type { Words } from './words/en/frame.ts'

/** A part of the console: a line in the navigation, and the pages below it. Each is loaded when it is first opened. */
export type Section = {
  /** By which the words have its title. */
  name: keyof Words['sections']
  href: string
  /** Who may not has no line of it; at its address they are told why. */
  needs: { scope: string; kind: 'read' | 'change' }
  /** The guide that its help opens, below /docs. */
  guide: string
  pages: { path: string; component: ComponentType<Record<string, string>>; preload(): void }[]
}
