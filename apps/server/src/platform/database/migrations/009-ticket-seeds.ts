/** Finds a ticket by its seed: a replay of its round is no practice. */
export const ticketSeeds = `
CREATE INDEX tickets_by_seed ON tickets (seed);
`;
