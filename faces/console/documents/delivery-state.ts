import type { DocumentDelivery } from '@grandstand/sdk'
import { language } from '../language/language.ts'
import type { Tone } from '../parts/tone.ts'
import { words } from '../words/documents.ts'

const TONES: Record<string, Tone> = { waiting: 'sky', sent: 'sky', delivered: 'good', failed: 'flare' }

/** How far a document is on its way by Peppol. */
export const deliveryTag = ({ status }: DocumentDelivery): { tag: string; tone: Tone } => ({
  tag: words.deliveries[status] ?? status,
  tone: TONES[status] ?? 'quiet',
})

/** What is noted of the provider in the reader's words; what a provider or a buyer wrote stays as they wrote it. */
export function providerProblem(problem: string): string {
  const [, status] = /^it answered (\d{3})$/.exec(problem) ?? []
  return status === undefined ? (words.providerProblems[problem] ?? problem) : words.providerAnswered({ status })
}

/** Why it did not arrive, or is still tried; null where there is nothing to say. */
export function deliveryProblem({ reason, problem }: DocumentDelivery): string | null {
  const said = reason === null ? null : (words.deliveryReasons[reason] ?? reason)
  // A rule is told in English: readers of other languages have its name.
  const rule = reason === 'rule' && language !== 'en' ? problem?.split(':')[0] : undefined
  const more = rule ?? (problem === null ? null : providerProblem(problem))
  return [said, more].filter((part) => part !== null).join(': ') || null
}

/** Whether staff may send it, or send it again: not what is on its way, nor what has arrived. */
export const isSendable = ({ kind, delivery }: { kind: string; delivery: DocumentDelivery | null }): boolean =>
  kind !== 'receipt' && (delivery === null || delivery.status === 'waiting' || delivery.status === 'failed')
