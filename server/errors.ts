import { accessErrors } from './access/errors.ts'
import { ssoErrors } from './people/sso/errors.ts'
import { type ErrorCatalogue, platformErrors } from './platform/http/errors.ts'
import { stockErrors } from './programme/stock/errors.ts'
import { saleErrors } from './sales/errors.ts'

/** Everything the API can refuse, by status, as docs/errors.md has it. */
export const errorCatalogue: ErrorCatalogue = Object.fromEntries(
  Object.entries({ ...accessErrors, ...ssoErrors, ...stockErrors, ...saleErrors, ...platformErrors }).sort(
    ([, [one]], [, [other]]) => one - other,
  ),
)
