import { deliverDocument } from './deliver-document.manage.ts'
import { removePeppolAccessPoint } from './remove-peppol-access-point.manage.ts'
import { retrievePeppolAccessPoint } from './retrieve-peppol-access-point.manage.ts'
import { setPeppolAccessPoint } from './set-peppol-access-point.manage.ts'
import { testPeppolAccessPoint } from './test-peppol-access-point.manage.ts'

/** Documents on their way to buyers by Peppol. */
export const peppolOperations = [
  retrievePeppolAccessPoint,
  setPeppolAccessPoint,
  testPeppolAccessPoint,
  removePeppolAccessPoint,
  deliverDocument,
]
