import { createOwnCardSecret } from './create-own-card-secret.ts'
import { retrieveCardPage } from './retrieve-card-page.ts'
import { retrieveCardPagePdf } from './retrieve-card-page-pdf.ts'
import { revokeCardSecret } from './revoke-card-secret.manage.ts'

/** The page of a member's card. */
export const cardPageOperations = [retrieveCardPage, retrieveCardPagePdf, createOwnCardSecret, revokeCardSecret]
