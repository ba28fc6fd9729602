import type { Language } from '../../../faces/kit/languages.ts'
import { fill } from '../../../faces/kit/messages.ts'
import { catalogueOf } from '../../messages/mail/words.ts'
import type { DebitScheme } from '../payments/payment-methods.ts'

/** Of all texts together: a change of what one says is the next version. What a fan has agreed to is stored with their mandate. */
export const MANDATE_VERSION = 1

/**
 * How long ahead of each further debit a fan is told of it, as the text says. SEPA and BECS: the schemes' own 14 days. BACS: three working days
 * instead of the scheme's ten, by the agreement that the text is.
 */
export const noticeDays: Record<DebitScheme, number> = { sepa_debit: 14, bacs_debit: 3, au_becs_debit: 14 }

type Texts = Record<DebitScheme, string>

const texts: Record<Language, Texts> = {
  en: {
    sepa_debit:
      'With your bank details you allow {creditor} and the payment service that it uses to collect what you owe it from your account by SEPA direct debit, and you ask your bank to honour these debits. Your bank gives a debit back if you ask for it within eight weeks of the day on which it was made, on the terms of your agreement with the bank. The first debit is made at once. Of each further one you are told at least {days} days ahead.',
    bacs_debit:
      'With your bank details you instruct your bank to pay Direct Debits to {creditor}, collected by the payment service that it uses, under the Direct Debit Guarantee: if something is collected in error, your bank gives it back in full and at once. You can cancel the instruction at your bank at any time. The first debit is made at once. Of each further one you are told at least {days} working days ahead.',
    au_becs_debit:
      'With your account details you accept the Direct Debit Request and its service agreement: {creditor} and the payment service that it uses may debit your account through the Bulk Electronic Clearing System (BECS). You say that you are the holder of the account or may sign for it. The first debit is made at once. Of each further one you are told at least {days} days ahead.',
  },
  de: {
    sepa_debit:
      'Mit Ihren Bankdaten ermächtigen Sie {creditor} und den beauftragten Zahlungsdienst, was Sie schulden, per SEPA-Lastschrift von Ihrem Konto einzuziehen, und weisen Ihre Bank an, diese Lastschriften einzulösen. Innerhalb von acht Wochen ab der Belastung erstattet Ihre Bank den Betrag auf Ihr Verlangen; es gelten die mit ihr vereinbarten Bedingungen. Die erste Lastschrift wird sofort eingereicht. Jede weitere wird Ihnen mindestens {days} Tage vorher angekündigt.',
    bacs_debit:
      'Mit Ihren Bankdaten weisen Sie Ihre Bank an, Lastschriften (Direct Debits) von {creditor} einzulösen, die der beauftragte Zahlungsdienst einzieht. Es gilt die Direct-Debit-Garantie: Was irrtümlich eingezogen wird, erstattet Ihre Bank sofort und ganz. Sie können die Anweisung jederzeit bei Ihrer Bank widerrufen. Die erste Lastschrift wird sofort eingereicht. Jede weitere wird Ihnen mindestens {days} Werktage vorher angekündigt.',
    au_becs_debit:
      'Mit Ihren Kontodaten nehmen Sie den Lastschriftauftrag (Direct Debit Request) und seine Bedingungen an: {creditor} und der beauftragte Zahlungsdienst dürfen Ihr Konto über das Bulk Electronic Clearing System (BECS) belasten. Sie bestätigen, dass Ihnen das Konto gehört oder Sie darüber verfügen dürfen. Die erste Lastschrift wird sofort eingereicht. Jede weitere wird Ihnen mindestens {days} Tage vorher angekündigt.',
  },
  es: {
    sepa_debit:
      'Con sus datos bancarios autoriza a {creditor} y al servicio de pago que utiliza a cobrar lo que debe en su cuenta mediante adeudo directo SEPA, y ordena a su banco que atienda estos adeudos. Durante ocho semanas desde el cargo su banco le devuelve el importe si lo pide, según las condiciones acordadas con él. El primer adeudo se presenta de inmediato. De cada uno de los siguientes se le avisa con al menos {days} días de antelación.',
    bacs_debit:
      'Con sus datos bancarios ordena a su banco que pague los adeudos (Direct Debits) de {creditor}, cobrados por el servicio de pago que utiliza, con la garantía Direct Debit: lo que se cobre por error se lo devuelve su banco entero y de inmediato. Puede anular la orden en su banco en cualquier momento. El primer adeudo se presenta de inmediato. De cada uno de los siguientes se le avisa con al menos {days} días hábiles de antelación.',
    au_becs_debit:
      'Con los datos de su cuenta acepta la solicitud de adeudo (Direct Debit Request) y sus condiciones: {creditor} y el servicio de pago que utiliza pueden cargar en su cuenta a través del Bulk Electronic Clearing System (BECS). Declara que es titular de la cuenta o que puede firmar por ella. El primer adeudo se presenta de inmediato. De cada uno de los siguientes se le avisa con al menos {days} días de antelación.',
  },
  fr: {
    sepa_debit:
      'En donnant vos coordonnées bancaires, vous autorisez {creditor} et le service de paiement mandaté à prélever sur votre compte ce que vous devez, par prélèvement SEPA, et vous demandez à votre banque d’honorer ces prélèvements. Votre banque rembourse un prélèvement si vous le demandez dans les huit semaines qui suivent le débit, selon votre convention avec elle. Le premier prélèvement est présenté tout de suite. Chacun des suivants vous est annoncé au moins {days} jours à l’avance.',
    bacs_debit:
      'En donnant vos coordonnées bancaires, vous demandez à votre banque de payer les prélèvements (Direct Debits) de {creditor}, présentés par le service de paiement mandaté, avec la garantie Direct Debit : ce qui est prélevé par erreur vous est rendu en entier et tout de suite par votre banque. Vous pouvez révoquer cet ordre auprès de votre banque à tout moment. Le premier prélèvement est présenté tout de suite. Chacun des suivants vous est annoncé au moins {days} jours ouvrés à l’avance.',
    au_becs_debit:
      'En donnant les coordonnées de votre compte, vous acceptez la demande de prélèvement (Direct Debit Request) et ses conditions : {creditor} et le service de paiement mandaté peuvent débiter votre compte par le Bulk Electronic Clearing System (BECS). Vous déclarez être titulaire du compte ou pouvoir signer pour lui. Le premier prélèvement est présenté tout de suite. Chacun des suivants vous est annoncé au moins {days} jours à l’avance.',
  },
  nl: {
    sepa_debit:
      'Met je bankgegevens geef je {creditor} en de betaaldienst die daarvoor werkt toestemming om wat je verschuldigd bent via SEPA-incasso van je rekening af te schrijven, en je bank opdracht om dat te betalen. Binnen acht weken na de afschrijving stort je bank het bedrag terug als je daarom vraagt, volgens de voorwaarden van je bank. De eerste incasso gebeurt meteen. Elke volgende wordt minstens {days} dagen van tevoren aangekondigd.',
    bacs_debit:
      'Met je bankgegevens geef je je bank opdracht om incasso’s (Direct Debits) van {creditor} te betalen, die de betaaldienst daarvoor int, met de Direct Debit-garantie: wat ten onrechte wordt afgeschreven, stort je bank meteen en volledig terug. Je kunt de opdracht altijd bij je bank intrekken. De eerste incasso gebeurt meteen. Elke volgende wordt minstens {days} werkdagen van tevoren aangekondigd.',
    au_becs_debit:
      'Met je rekeninggegevens aanvaard je de incasso-opdracht (Direct Debit Request) en de voorwaarden daarvan: {creditor} en de betaaldienst die daarvoor werkt mogen je rekening belasten via het Bulk Electronic Clearing System (BECS). Je verklaart dat de rekening van jou is of dat je ervoor mag tekenen. De eerste incasso gebeurt meteen. Elke volgende wordt minstens {days} dagen van tevoren aangekondigd.',
  },
  da: {
    sepa_debit:
      'Med dine bankoplysninger giver du {creditor} og den betalingstjeneste, der bruges, lov til at opkræve det, du skylder, på din konto med SEPA Direct Debit, og du beder din bank om at betale opkrævningerne. Din bank giver dig en opkrævning tilbage, hvis du beder om det inden otte uger efter trækket, efter din aftale med banken. Den første opkrævning sendes med det samme. Hver af de næste får du besked om mindst {days} dage før.',
    bacs_debit:
      'Med dine bankoplysninger beder du din bank om at betale opkrævninger (Direct Debits) fra {creditor}, som den betalingstjeneste, der bruges, henter, med Direct Debit-garantien: Det, der trækkes ved en fejl, giver din bank dig tilbage fuldt ud og med det samme. Du kan altid stoppe ordren i din bank. Den første opkrævning sendes med det samme. Hver af de næste får du besked om mindst {days} hverdage før.',
    au_becs_debit:
      'Med dine kontooplysninger accepterer du opkrævningsordren (Direct Debit Request) og dens vilkår: {creditor} og den betalingstjeneste, der bruges, må trække på din konto gennem Bulk Electronic Clearing System (BECS). Du erklærer, at kontoen er din, eller at du må skrive under for den. Den første opkrævning sendes med det samme. Hver af de næste får du besked om mindst {days} dage før.',
  },
}

/** What a fan agrees to, in their language, or in English where that has none. */
export function mandateTextOf(
  scheme: DebitScheme,
  creditor: string,
  tag: string,
): { language: Language; text: string } {
  const { language } = catalogueOf(tag)
  return { language, text: fill(texts[language][scheme], { creditor, days: String(noticeDays[scheme]) }) }
}
