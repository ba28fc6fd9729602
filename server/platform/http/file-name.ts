/** Leaves letters, digits, dots, lines and hyphens, which programs and headers take as they are. */
export const fileName = (label: string): string => label.replace(/[^A-Za-z0-9._-]/g, '-')

/**
 * The header by which a file has its name. A name from outside could end the name and begin another part of the header, or hold a letter
 * that no header may have.
 */
export const named = (how: 'inline' | 'attachment', name: string): string => `${how}; filename="${fileName(name)}"`
