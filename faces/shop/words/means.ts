import type { Language } from '../../kit/languages.ts'

type MeansWords = {
  charged: (account: string) => string
  any: string
  refused: (account: string) => string
  change: string
  hint: string
  save: string
  changed: string
}

/** Of a plan that an account may be debited for, in the place of a card: they come with the page of a debt. */
export const meansWords: Record<Language, MeansWords> = {
  en: {
    charged: (account) => `Debited from the account that ends in ${account}.`,
    any: 'The instalments are debited from your account.',
    refused: (account) =>
      `Your bank will not let us debit the account that ends in ${account}. Please give us another one, or a card.`,
    change: 'Change the card or account',
    hint: 'Nothing is charged now. What is due already is charged to a new card within minutes. Before each debit from an account we write to you.',
    save: 'Use this from now on',
    changed: 'Thank you, your instalments are debited from the new account. We write to you before each debit.',
  },
  de: {
    charged: (account) => `Wird von dem Konto abgebucht, das auf ${account} endet.`,
    any: 'Die Raten werden von Ihrem Konto abgebucht.',
    refused: (account) =>
      `Ihre Bank lässt uns von dem Konto, das auf ${account} endet, nicht mehr abbuchen. Bitte geben Sie uns ein anderes oder eine Karte.`,
    change: 'Karte oder Konto ändern',
    hint: 'Jetzt wird nichts abgebucht. Was schon fällig ist, buchen wir in wenigen Minuten von einer neuen Karte ab. Vor jeder Lastschrift von einem Konto schreiben wir Ihnen.',
    save: 'Ab jetzt so bezahlen',
    changed: 'Danke, Ihre Raten werden von dem neuen Konto abgebucht. Vor jeder Lastschrift schreiben wir Ihnen.',
  },
  es: {
    charged: (account) => `Se carga en la cuenta que termina en ${account}.`,
    any: 'Los plazos se cargan en tu cuenta.',
    refused: (account) =>
      `Tu banco no nos permite cargar más en la cuenta que termina en ${account}. Danos otra, o una tarjeta, por favor.`,
    change: 'Cambiar la tarjeta o la cuenta',
    hint: 'Ahora no se cobra nada. Lo que ya ha vencido se carga en una tarjeta nueva en unos minutos. Antes de cada adeudo en una cuenta te escribimos.',
    save: 'Usar esto a partir de ahora',
    changed: 'Gracias, tus plazos se cargan en la nueva cuenta. Te escribimos antes de cada adeudo.',
  },
  fr: {
    charged: (account) => `Prélevé sur le compte qui se termine par ${account}.`,
    any: 'Les échéances sont prélevées sur votre compte.',
    refused: (account) =>
      `Votre banque ne nous laisse plus prélever sur le compte qui se termine par ${account}. Merci de nous en donner un autre, ou une carte.`,
    change: 'Changer de carte ou de compte',
    hint: 'Rien n’est prélevé maintenant. Ce qui est déjà dû est prélevé sur une nouvelle carte dans quelques minutes. Avant chaque prélèvement sur un compte, nous vous écrivons.',
    save: 'Utiliser désormais ce moyen',
    changed: 'Merci, vos échéances sont prélevées sur le nouveau compte. Nous vous écrivons avant chaque prélèvement.',
  },
  nl: {
    charged: (account) => `Wordt afgeschreven van de rekening die eindigt op ${account}.`,
    any: 'De termijnen worden van je rekening afgeschreven.',
    refused: (account) =>
      `Je bank laat ons niet meer afschrijven van de rekening die eindigt op ${account}. Geef ons een andere, of een kaart.`,
    change: 'Kaart of rekening wijzigen',
    hint: 'Er wordt nu niets afgeschreven. Wat al betaald had moeten zijn, schrijven we binnen enkele minuten van een nieuwe kaart af. Voor elke incasso van een rekening schrijven we je.',
    save: 'Voortaan zo betalen',
    changed: 'Bedankt, je termijnen worden van de nieuwe rekening afgeschreven. We schrijven je voor elke incasso.',
  },
  da: {
    charged: (account) => `Trækkes på kontoen, der ender på ${account}.`,
    any: 'Raterne trækkes på din konto.',
    refused: (account) =>
      `Din bank lader os ikke længere trække på kontoen, der ender på ${account}. Giv os en anden, eller et kort.`,
    change: 'Skift kort eller konto',
    hint: 'Der trækkes intet nu. Det, der allerede er forfaldet, trækkes på et nyt kort om få minutter. Før hver opkrævning fra en konto skriver vi til dig.',
    save: 'Brug dette fra nu af',
    changed: 'Tak, dine rater trækkes på den nye konto. Vi skriver til dig før hver opkrævning.',
  },
}
