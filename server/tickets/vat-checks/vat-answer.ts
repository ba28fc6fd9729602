import type { EuVatId } from './eu-vat-id.ts'

/** Why there is no answer, or no proof of it. */
export const vatProblems = [
  'service_unreachable',
  'service_busy',
  'country_unavailable',
  'access_blocked',
  'own_number_refused',
  'own_number_blocked',
  'number_not_taken',
  'unexpected_answer',
  'switched_off',
] as const
export type VatProblem = (typeof vatProblems)[number]

/** About a number, and who asks: without a number of their own they get no proof of it. */
export type VatQuestion = { about: EuVatId; requester: EuVatId | undefined }

export type RegisterEntry = {
  isValid: boolean
  name: string | null
  address: string | null
  /** The service's number of the consultation. */
  reference: string | null
}

/** Whom there is no sense in asking about for the moment: this number, its country, for this organisation, or at all. */
export type Silence = 'number' | 'country' | 'organisation' | 'service'

export type VatAnswer =
  | { kind: 'answered'; entry: RegisterEntry; isOwnNumberRefused: boolean }
  | { kind: 'failed'; problem: VatProblem; silence: Silence }

export type AskVatService = (question: VatQuestion) => Promise<VatAnswer>
