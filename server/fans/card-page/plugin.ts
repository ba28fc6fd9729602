import { createOwnCardSecret } from './create-own-card-secret.ts'
import { createSsoCardSecret } from './create-sso-card-secret.ts'
import { listRenewals } from './list-renewals.ts'
import { listSsoMemberships } from './list-sso-memberships.ts'
import { retrieveCardPage } from './retrieve-card-page.ts'
import { retrieveCardPageApplePass } from './retrieve-card-page-apple-pass.ts'
import { retrieveCardPageGoogleLink } from './retrieve-card-page-google-link.ts'
import { retrieveCardPagePdf } from './retrieve-card-page-pdf.ts'
import { revokeCardSecret } from './revoke-card-secret.manage.ts'

/** The page of a member's card. */
export const cardPageOperations = [
  retrieveCardPage,
  retrieveCardPagePdf,
  retrieveCardPageApplePass,
  retrieveCardPageGoogleLink,
  createOwnCardSecret,
  listSsoMemberships,
  listRenewals,
  createSsoCardSecret,
  revokeCardSecret,
]
