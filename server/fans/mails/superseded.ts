/** Why a mail about a move is not sent that a later one makes untrue: the mail about that one tells both. */
export const SUPERSEDED = 'superseded'
