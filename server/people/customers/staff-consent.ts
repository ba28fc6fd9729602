import type { Clock } from '../../platform/values/clock.ts'

/** Consent that staff record, or withdraw. */
export const consentBy = (clock: Clock) => ({ marketing_emails_at: clock(), marketing_emails_source: 'staff' })
