import type { Language } from '../../kit/languages.ts'

type DebitWords = {
  title: string
  agree: string
  /** Nothing is paid now. */
  agreeToLeave: string
  /** This sentence stands above the table of charges. */
  debitedOn: string
  submittedTitle: string
  submittedText: string
}

/** Of direct debits: they come with the mandate's text, which few read. */
export const debitWords: Record<Language, DebitWords> = {
  en: {
    title: 'Direct debit mandate',
    agree: 'By paying you agree to this mandate. Its reference will be on your bank statement.',
    agreeToLeave: 'By saving you agree to this mandate. Its reference will be on your bank statement.',
    debitedOn: 'By this mandate we debit these amounts from your account:',
    submittedTitle: 'Paid by direct debit',
    submittedText: 'We have asked your bank for the money. It leaves your account within the next few working days.',
  },
  de: {
    title: 'Lastschriftmandat',
    agree: 'Mit dem Bezahlen erteilen Sie dieses Mandat. Seine Referenz steht auf Ihrem Kontoauszug.',
    agreeToLeave: 'Mit dem Speichern erteilen Sie dieses Mandat. Seine Referenz steht auf Ihrem Kontoauszug.',
    debitedOn: 'Mit diesem Mandat buchen wir diese Beträge von Ihrem Konto ab:',
    submittedTitle: 'Per Lastschrift bezahlt',
    submittedText:
      'Die Lastschrift ist bei Ihrer Bank eingereicht. Der Betrag wird in den nächsten Werktagen von Ihrem Konto abgebucht.',
  },
  es: {
    title: 'Mandato de adeudo directo',
    agree: 'Al pagar acepta este mandato. Su referencia aparecerá en su extracto bancario.',
    agreeToLeave: 'Al guardar acepta este mandato. Su referencia aparecerá en su extracto bancario.',
    debitedOn: 'Con este mandato cargamos estos importes en su cuenta:',
    submittedTitle: 'Pagado por adeudo directo',
    submittedText: 'Hemos pedido el importe a su banco. Se cargará en su cuenta en los próximos días hábiles.',
  },
  fr: {
    title: 'Mandat de prélèvement',
    agree: 'En payant, vous acceptez ce mandat. Sa référence figurera sur votre relevé de compte.',
    agreeToLeave: 'En enregistrant, vous acceptez ce mandat. Sa référence figurera sur votre relevé de compte.',
    debitedOn: 'Avec ce mandat, nous prélevons ces montants sur votre compte :',
    submittedTitle: 'Payé par prélèvement',
    submittedText:
      'Nous avons demandé le montant à votre banque. Il sera débité de votre compte dans les prochains jours ouvrés.',
  },
  nl: {
    title: 'Incassomachtiging',
    agree: 'Door te betalen geef je deze machtiging. Het kenmerk staat straks op je rekeningafschrift.',
    agreeToLeave: 'Door op te slaan geef je deze machtiging. Het kenmerk staat straks op je rekeningafschrift.',
    debitedOn: 'Met deze machtiging schrijven we deze bedragen van je rekening af:',
    submittedTitle: 'Betaald via incasso',
    submittedText:
      'We hebben het bedrag bij je bank opgevraagd. Het wordt de komende werkdagen van je rekening afgeschreven.',
  },
  da: {
    title: 'Aftale om opkrævning',
    agree: 'Når du betaler, accepterer du denne aftale. Dens nummer står på dit kontoudtog.',
    agreeToLeave: 'Når du gemmer, accepterer du denne aftale. Dens nummer står på dit kontoudtog.',
    debitedOn: 'Med denne aftale trækker vi disse beløb på din konto:',
    submittedTitle: 'Betalt med direkte debitering',
    submittedText: 'Vi har bedt din bank om beløbet. Det trækkes på din konto inden for de næste hverdage.',
  },
}
