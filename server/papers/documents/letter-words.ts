import { type Language, spokenOf } from '../../../faces/kit/languages.ts'

/** What pro-forma invoices and reminders say besides what every document does, and how both are paid. */
export type LetterWords = {
  proforma: string
  /** It asks for money, and no tax can be reclaimed with it. */
  noInvoice: string
  /** Of the first, the second, any later one. */
  reminder: (level: number) => string
  /** What is asked for, more firmly from time to time. */
  asked: (level: number) => string
  crossed: string
  purpose: string
  dueOn: string
  transferTo: string
  iban: string
  bic: string
  reference: string
  scan: string
  online: string
}

const words: Record<Language, LetterWords> = {
  en: {
    proforma: 'Pro-forma invoice',
    noInvoice: 'This is not an invoice for tax: that follows when the order is paid for.',
    reminder: (level) => (level === 1 ? 'Payment reminder' : `${level === 2 ? 'Second' : 'Further'} payment reminder`),
    asked: (level) =>
      level === 1
        ? 'You may have overlooked this: the amount below has not reached us yet. Please pay it within the next days.'
        : 'In spite of our earlier reminder the amount below has not reached us. Please pay it now.',
    crossed: 'If you have paid in the meantime, there is nothing more to do.',
    purpose: 'For',
    dueOn: 'Due on',
    transferTo: 'Transfer to',
    iban: 'IBAN',
    bic: 'BIC',
    reference: 'Reference',
    scan: 'Your bank’s app can scan this.',
    online: 'Pay online',
  },
  de: {
    proforma: 'Proforma-Rechnung',
    noInvoice: 'Dies ist keine Rechnung im Sinne des Umsatzsteuerrechts: Sie folgt, wenn die Bestellung bezahlt ist.',
    reminder: (level) => (level === 1 ? 'Zahlungserinnerung' : `${level - 1}. Mahnung`),
    asked: (level) =>
      level === 1
        ? 'Vielleicht haben Sie es übersehen: Der folgende Betrag ist noch nicht bei uns eingegangen. Bitte zahlen Sie ihn in den nächsten Tagen.'
        : 'Trotz unserer Erinnerung ist der folgende Betrag noch nicht bei uns eingegangen. Bitte zahlen Sie ihn jetzt.',
    crossed: 'Haben Sie inzwischen bezahlt, ist nichts weiter zu tun.',
    purpose: 'Wofür',
    dueOn: 'Fällig am',
    transferTo: 'Überweisen an',
    iban: 'IBAN',
    bic: 'BIC',
    reference: 'Verwendungszweck',
    scan: 'Die App Ihrer Bank kann dies scannen.',
    online: 'Online bezahlen',
  },
  es: {
    proforma: 'Factura proforma',
    noInvoice: 'No es una factura a efectos fiscales: la recibirá cuando el pedido esté pagado.',
    reminder: (level) => (level === 1 ? 'Recordatorio de pago' : `${level}.º recordatorio de pago`),
    asked: (level) =>
      level === 1
        ? 'Quizá se le haya pasado: aún no hemos recibido el siguiente importe. Le rogamos que lo pague en los próximos días.'
        : 'A pesar de nuestro recordatorio, aún no hemos recibido el siguiente importe. Le rogamos que lo pague ahora.',
    crossed: 'Si ya ha pagado, no tiene que hacer nada más.',
    purpose: 'Concepto',
    dueOn: 'Vencimiento',
    transferTo: 'Transferir a',
    iban: 'IBAN',
    bic: 'BIC',
    reference: 'Referencia',
    scan: 'La aplicación de su banco puede escanearlo.',
    online: 'Pagar en línea',
  },
  fr: {
    proforma: 'Facture pro forma',
    noInvoice: 'Ceci n’est pas une facture au sens fiscal : elle suivra le paiement de la commande.',
    reminder: (level) => (level === 1 ? 'Rappel de paiement' : `${level}e rappel de paiement`),
    asked: (level) =>
      level === 1
        ? 'Peut-être l’avez-vous oublié : le montant ci-dessous ne nous est pas encore parvenu. Merci de le régler dans les prochains jours.'
        : 'Malgré notre rappel, le montant ci-dessous ne nous est pas parvenu. Merci de le régler maintenant.',
    crossed: 'Si vous avez payé entre-temps, vous n’avez rien à faire.',
    purpose: 'Objet',
    dueOn: 'Échéance',
    transferTo: 'Virement à',
    iban: 'IBAN',
    bic: 'BIC',
    reference: 'Référence',
    scan: 'L’application de votre banque peut scanner ce code.',
    online: 'Payer en ligne',
  },
  nl: {
    proforma: 'Pro-formafactuur',
    noInvoice: 'Dit is geen factuur voor de belasting: die volgt wanneer de bestelling is betaald.',
    reminder: (level) => (level === 1 ? 'Betalingsherinnering' : `${level}e betalingsherinnering`),
    asked: (level) =>
      level === 1
        ? 'Misschien is het u ontgaan: het onderstaande bedrag hebben we nog niet ontvangen. Wilt u het de komende dagen betalen?'
        : 'Ondanks onze herinnering hebben we het onderstaande bedrag niet ontvangen. Wilt u het nu betalen?',
    crossed: 'Hebt u intussen betaald, dan hoeft u niets te doen.',
    purpose: 'Voor',
    dueOn: 'Vervaldatum',
    transferTo: 'Overmaken naar',
    iban: 'IBAN',
    bic: 'BIC',
    reference: 'Betalingskenmerk',
    scan: 'De app van uw bank kan dit scannen.',
    online: 'Online betalen',
  },
  da: {
    proforma: 'Proformafaktura',
    noInvoice: 'Dette er ikke en momsfaktura: den følger, når ordren er betalt.',
    reminder: (level) => (level === 1 ? 'Betalingspåmindelse' : `${level}. betalingspåmindelse`),
    asked: (level) =>
      level === 1
        ? 'Måske har du overset det: vi har endnu ikke modtaget beløbet nedenfor. Betal det venligst inden for de næste dage.'
        : 'Trods vores påmindelse har vi ikke modtaget beløbet nedenfor. Betal det venligst nu.',
    crossed: 'Har du betalt i mellemtiden, skal du ikke gøre mere.',
    purpose: 'For',
    dueOn: 'Forfaldsdato',
    transferTo: 'Overfør til',
    iban: 'IBAN',
    bic: 'BIC',
    reference: 'Reference',
    scan: 'Din banks app kan scanne koden.',
    online: 'Betal online',
  },
}

export const letterWords = (language: string): LetterWords => words[spokenOf(language) ?? 'en']
