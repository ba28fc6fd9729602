import type { AskVatService } from './vat-answer.ts'

/**
 * For sandboxes, which never ask the EU's service. What it answers is in the number's digits: all 1 is not valid, all 2 has no answer, and any
 * other is valid.
 */
export const askSimulatedService: AskVatService = async ({ about, requester }) => {
  const digits = about.number.replaceAll(/\D/g, '')
  if (/^2+$/.test(digits)) return { kind: 'failed', problem: 'country_unavailable', silence: 'number' }
  const isValid = !/^1+$/.test(digits)
  return {
    kind: 'answered',
    isOwnNumberRefused: false,
    entry: {
      isValid,
      name: isValid ? `Sandbox ${about.country}${about.number}` : null,
      address: isValid ? `Sandbox 1, ${about.country}` : null,
      reference: requester ? `SANDBOX-${about.country}${about.number}`.replaceAll(/[^\w-]/g, '') : null,
    },
  }
}
