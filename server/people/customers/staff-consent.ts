/** Consent that staff record, or withdraw. */
export const consentBy = (now: Date) => ({ marketing_emails_at: now, marketing_emails_source: 'staff' })
