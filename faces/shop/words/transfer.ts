import type { Language } from '../../kit/languages.ts'

type TransferWords = {
  atOnce: string
  byTransfer: string
  choiceHint(days: number): string
  awaitedTitle: string
  awaitedText(day: string): string
  amount: string
  holder: string
  reference: string
  referenceHint: string
  code: string
  paidTitle: string
  paidText(orderId: number): string
  expiredTitle: string
  expiredText(day: string): string
  returnedTitle: string
  returnedText: string
}

/** Of orders that are paid by bank transfer: they come with the pages that few open. */
export const transferWords: Record<Language, TransferWords> = {
  en: {
    atOnce: 'Pay now',
    byTransfer: 'Bank transfer',
    choiceHint: (days) =>
      `We hold your places for up to ${days} days, until your money is here. The next page and a mail say where to send it.`,
    awaitedTitle: 'Your places are waiting for your transfer',
    awaitedText: (day) => `The money has to be here by ${day}. Then your order is confirmed, and you get a mail.`,
    amount: 'Amount',
    holder: 'To',
    reference: 'Reference',
    referenceHint: 'Please write the reference exactly like this: it tells us whose money it is.',
    code: 'Scan this code with your bank’s app',
    paidTitle: 'Your money is here. Thank you',
    paidText: (orderId) => `Order ${orderId} is confirmed. Everything else is in your mail.`,
    expiredTitle: 'Your places are free again',
    expiredText: (day) =>
      `We waited until ${day}. Money that is still on its way gets you your order if there is room, or comes back.`,
    returnedTitle: 'Your money came too late',
    returnedText: 'The places were gone. We give your money back: our mail asks for an account.',
  },
  de: {
    atOnce: 'Jetzt bezahlen',
    byTransfer: 'Überweisung',
    choiceHint: (days) =>
      `Wir halten Ihre Plätze bis zu ${days} Tage frei, bis Ihr Geld da ist. Wohin es geht, steht auf der nächsten Seite und in einer Mail.`,
    awaitedTitle: 'Ihre Plätze warten auf Ihre Überweisung',
    awaitedText: (day) =>
      `Das Geld muss bis ${day} da sein. Dann ist Ihre Bestellung bestätigt, und Sie bekommen eine Mail.`,
    amount: 'Betrag',
    holder: 'An',
    reference: 'Verwendungszweck',
    referenceHint: 'Bitte schreiben Sie den Verwendungszweck genau so: Daran erkennen wir Ihr Geld.',
    code: 'Diesen Code mit der App Ihrer Bank scannen',
    paidTitle: 'Ihr Geld ist da. Vielen Dank',
    paidText: (orderId) => `Bestellung ${orderId} ist bestätigt. Alles Weitere steht in Ihrer Mail.`,
    expiredTitle: 'Ihre Plätze sind wieder frei',
    expiredText: (day) =>
      `Wir haben bis ${day} gewartet. Für Geld, das noch unterwegs ist, bekommen Sie Ihre Bestellung, wenn noch Platz ist, oder es zurück.`,
    returnedTitle: 'Ihr Geld kam zu spät',
    returnedText: 'Die Plätze waren vergeben. Wir geben Ihr Geld zurück: Unsere Mail fragt nach einem Konto.',
  },
  es: {
    atOnce: 'Pagar ahora',
    byTransfer: 'Transferencia bancaria',
    choiceHint: (days) =>
      `Guardamos tus plazas hasta ${days} días, hasta que llegue tu dinero. La página siguiente y un correo dicen adónde enviarlo.`,
    awaitedTitle: 'Tus plazas esperan tu transferencia',
    awaitedText: (day) =>
      `El dinero tiene que haber llegado el ${day}. Entonces tu pedido queda confirmado y recibes un correo.`,
    amount: 'Importe',
    holder: 'A',
    reference: 'Concepto',
    referenceHint: 'Escribe el concepto exactamente así: nos dice de quién es el dinero.',
    code: 'Escanea este código con la app de tu banco',
    paidTitle: 'Tu dinero ha llegado. Gracias',
    paidText: (orderId) => `El pedido ${orderId} está confirmado. Lo demás está en tu correo.`,
    expiredTitle: 'Tus plazas vuelven a estar libres',
    expiredText: (day) =>
      `Esperamos hasta el ${day}. Con el dinero que aún esté en camino recibes tu pedido si hay sitio, o te vuelve.`,
    returnedTitle: 'Tu dinero llegó demasiado tarde',
    returnedText: 'Las plazas ya no estaban. Te devolvemos el dinero: nuestro correo te pide una cuenta.',
  },
  fr: {
    atOnce: 'Payer maintenant',
    byTransfer: 'Virement',
    choiceHint: (days) =>
      `Nous gardons vos places jusqu’à ${days} jours, le temps que votre argent arrive. La page suivante et un e-mail disent où l’envoyer.`,
    awaitedTitle: 'Vos places attendent votre virement',
    awaitedText: (day) =>
      `L’argent doit être arrivé le ${day}. Votre commande est alors confirmée, et vous recevez un e-mail.`,
    amount: 'Montant',
    holder: 'À',
    reference: 'Référence',
    referenceHint: 'Écrivez la référence exactement ainsi : elle nous dit à qui est l’argent.',
    code: 'Scannez ce code avec l’application de votre banque',
    paidTitle: 'Votre argent est arrivé. Merci',
    paidText: (orderId) => `La commande ${orderId} est confirmée. Le reste est dans vos e-mails.`,
    expiredTitle: 'Vos places sont de nouveau libres',
    expiredText: (day) =>
      `Nous avons attendu jusqu’au ${day}. L’argent encore en route vous vaut votre commande s’il reste de la place, ou vous revient.`,
    returnedTitle: 'Votre argent est arrivé trop tard',
    returnedText: 'Les places étaient prises. Nous vous rendons votre argent : notre e-mail vous demande un compte.',
  },
  nl: {
    atOnce: 'Nu betalen',
    byTransfer: 'Overschrijving',
    choiceHint: (days) =>
      `We houden je plaatsen tot ${days} dagen vast, tot je geld er is. De volgende pagina en een mail zeggen waarheen.`,
    awaitedTitle: 'Je plaatsen wachten op je overschrijving',
    awaitedText: (day) => `Het geld moet er op ${day} zijn. Dan is je bestelling bevestigd, en krijg je een mail.`,
    amount: 'Bedrag',
    holder: 'Aan',
    reference: 'Kenmerk',
    referenceHint: 'Schrijf het kenmerk precies zo: daaraan zien we van wie het geld is.',
    code: 'Scan deze code met de app van je bank',
    paidTitle: 'Je geld is er. Bedankt',
    paidText: (orderId) => `Bestelling ${orderId} is bevestigd. De rest staat in je mail.`,
    expiredTitle: 'Je plaatsen zijn weer vrij',
    expiredText: (day) =>
      `We hebben gewacht tot ${day}. Voor geld dat nog onderweg is krijg je je bestelling als er plek is, of het komt terug.`,
    returnedTitle: 'Je geld kwam te laat',
    returnedText: 'De plaatsen waren weg. We geven je geld terug: onze mail vraagt om een rekening.',
  },
  da: {
    atOnce: 'Betal nu',
    byTransfer: 'Bankoverførsel',
    choiceHint: (days) =>
      `Vi holder dine pladser i op til ${days} dage, til dine penge er her. Næste side og en mail siger, hvor de skal hen.`,
    awaitedTitle: 'Dine pladser venter på din overførsel',
    awaitedText: (day) => `Pengene skal være her ${day}. Så er din ordre bekræftet, og du får en mail.`,
    amount: 'Beløb',
    holder: 'Til',
    reference: 'Reference',
    referenceHint: 'Skriv referencen præcis sådan: den fortæller os, hvis pengene er.',
    code: 'Scan koden med din banks app',
    paidTitle: 'Dine penge er her. Tak',
    paidText: (orderId) => `Ordre ${orderId} er bekræftet. Resten er i din mail.`,
    expiredTitle: 'Dine pladser er fri igen',
    expiredText: (day) =>
      `Vi ventede til ${day}. Er dine penge stadig på vej, får du din ordre, hvis der er plads, eller pengene tilbage.`,
    returnedTitle: 'Dine penge kom for sent',
    returnedText: 'Pladserne var væk. Vi giver dig pengene tilbage: vores mail spørger om en konto.',
  },
}
