// A battle's receipt, and what it takes to check one: plays every round of it again.
export { receipt, type Receipt } from './receipt.ts';
