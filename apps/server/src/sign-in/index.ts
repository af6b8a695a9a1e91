/** Sign-ins with a wallet, and the gate that every call of the API passes. */
export { answerChallenge, type ChallengeAnswer, createChallenge } from './challenge.ts';
export { createGate } from './gate.ts';
export { addSignIn } from './routes.ts';
export { endSignIns, isSignInValid, lookUpSignIn, type SignIn } from './sign-in.ts';
