import { accessErrors } from '../access/errors.ts'
import { saleErrors } from '../checkout/errors.ts'
import { clockErrors } from '../fans/clock/errors.ts'
import { gateErrors } from '../gates/errors.ts'
import { ledgerErrors } from '../ledger/errors.ts'
import { paymentErrors } from '../payments/errors.ts'
import { ssoErrors } from '../people/sso/errors.ts'
import { staffErrors } from '../people/staff/errors.ts'
import { signOnErrors } from '../people/staff-sign-on/errors.ts'
import { type ErrorCatalogue, platformErrors } from '../platform/http/errors.ts'
import { stockErrors } from '../programme/stock/errors.ts'

const { organisation_suspended, ...keyErrors } = accessErrors

/** Everything the API can refuse, by status, in the order of docs/errors.md. */
export const errorCatalogue: ErrorCatalogue = Object.fromEntries(
  Object.entries({
    ...keyErrors,
    ...ssoErrors,
    ...staffErrors,
    ...signOnErrors,
    organisation_suspended,
    ...stockErrors,
    ...saleErrors,
    ...clockErrors,
    ...gateErrors,
    ...ledgerErrors,
    ...paymentErrors,
    ...platformErrors,
  }).sort(([, [one]], [, [other]]) => one - other),
)
