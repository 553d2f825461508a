/** A figure that was counted is shown from here on; a smaller one tells families nothing (REQUIREMENTS H4). */
export const leastCounted = 20
