import { confirmSsoLink } from './confirm-link.ts'
import { removeSsoLink } from './remove-link.ts'
import { requestSsoLink } from './request-link.ts'
import { ssoProviderOperations } from './sso-providers.manage.ts'
import { testSsoProvider } from './test-provider.manage.ts'

export const ssoOperations = [requestSsoLink, confirmSsoLink, removeSsoLink, ...ssoProviderOperations, testSsoProvider]
