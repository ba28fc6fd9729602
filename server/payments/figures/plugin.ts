import { retrieveEventSales } from './retrieve-event-sales.manage.ts'
import { retrieveOrganisationSales } from './retrieve-organisation-sales.manage.ts'
import { retrieveReconciliation } from './retrieve-reconciliation.manage.ts'
import { retrieveSeasonFigures } from './retrieve-season-figures.manage.ts'
import { retrieveTakings } from './retrieve-takings.manage.ts'
import { salesSummary } from './sales-summary.ts'
import { statsByPrice } from './stats-by-price.ts'
import { statsByPriceCategory } from './stats-by-price-category.ts'
import { watchEventSales } from './watch-event-sales.manage.ts'

export const salesOperations = [
  statsByPriceCategory,
  statsByPrice,
  salesSummary,
  retrieveEventSales,
  retrieveOrganisationSales,
  retrieveSeasonFigures,
  retrieveTakings,
  retrieveReconciliation,
  watchEventSales,
]
