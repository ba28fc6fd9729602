import { replaceFiscalSettings } from './replace-fiscal-settings.manage.ts'
import { retrieveFiscalSettings } from './retrieve-fiscal-settings.manage.ts'

export const fiscalOperations = [retrieveFiscalSettings, replaceFiscalSettings]
