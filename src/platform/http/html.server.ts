/** Text as it may stand in HTML, in an attribute too. */
export const escaped = (text: unknown) => String(text).replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`)
