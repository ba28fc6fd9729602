import type { Language } from '../../kit/languages.ts'

/** What a sandbox's bank accounts do, by the test provider's names. */
export const testDebits: Record<Language, Record<string, string>> = {
  en: {
    pm_test_debit_ok: 'A bank account that is debited',
    pm_test_debit_failed: 'A bank account without money',
    pm_test_debit_returned: 'A bank account that takes its money back',
    pm_test_debit_returned_once: 'A bank account that takes its money back once',
  },
  de: {
    pm_test_debit_ok: 'Ein Bankkonto, das belastet wird',
    pm_test_debit_failed: 'Ein Bankkonto ohne Geld',
    pm_test_debit_returned: 'Ein Bankkonto, das das Geld zurückholt',
    pm_test_debit_returned_once: 'Ein Bankkonto, das das Geld einmal zurückholt',
  },
  es: {
    pm_test_debit_ok: 'Una cuenta bancaria que paga',
    pm_test_debit_failed: 'Una cuenta bancaria sin fondos',
    pm_test_debit_returned: 'Una cuenta bancaria que devuelve el adeudo',
    pm_test_debit_returned_once: 'Una cuenta bancaria que devuelve el adeudo una vez',
  },
  fr: {
    pm_test_debit_ok: 'Un compte bancaire qui paie',
    pm_test_debit_failed: 'Un compte bancaire sans provision',
    pm_test_debit_returned: 'Un compte bancaire qui reprend l’argent',
    pm_test_debit_returned_once: 'Un compte bancaire qui reprend l’argent une fois',
  },
  nl: {
    pm_test_debit_ok: 'Een bankrekening die betaalt',
    pm_test_debit_failed: 'Een bankrekening zonder geld',
    pm_test_debit_returned: 'Een bankrekening die het geld terughaalt',
    pm_test_debit_returned_once: 'Een bankrekening die het geld één keer terughaalt',
  },
  da: {
    pm_test_debit_ok: 'En bankkonto, der betaler',
    pm_test_debit_failed: 'En bankkonto uden penge',
    pm_test_debit_returned: 'En bankkonto, der tager pengene tilbage',
    pm_test_debit_returned_once: 'En bankkonto, der tager pengene tilbage én gang',
  },
}
