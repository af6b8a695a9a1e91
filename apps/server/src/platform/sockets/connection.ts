import type { Result } from '@popfray/engine/result';

/** An open connection to a client, or what replaces one in a test. */
export interface Connection {
  /** Whether neither side has closed it. */
  readonly isOpen: boolean;
  /** Sends a frame, or JSON as text. Many connections can be given the same bytes, so they must not be changed. Never throws. */
  send(data: Uint8Array | string): void;
  /** Closes the connection with a code of `CLOSE` in @popfray/protocol/socket. Never throws. */
  close(code: number, reason: string): void;
}

/** Decodes everything that clients send at one path, both text messages and binary frames. */
export interface MessageCodec<Message, DecodeError> {
  decodeText(text: string): Result<Message, DecodeError>;
  decodeFrame(bytes: Uint8Array): Result<Message, DecodeError>;
}

/** The result of handling a message. Too many malformed ones close the connection; each of them has been answered. */
export type MessageOutcome = 'accepted' | 'malformed';

/** Receives the events of one connection. An exception, or a rejected promise, closes the connection and is logged. */
export interface ConnectionListener<Message, DecodeError> {
  handleMessage(message: Message): MessageOutcome | Promise<MessageOutcome>;
  /** Whether frames are handled at once. Otherwise they wait for the messages before them. */
  areFramesUrgent?(): boolean;
  /** Answers data that could not be decoded. */
  handleMalformed(error: DecodeError, kind: 'text' | 'frame'): MessageOutcome;
  /** Called with each ping, because a page cannot see the pings of the protocol. */
  onPing?(): void;
  /** Called once, last, after either side has closed the connection. */
  onClose(): void;
}
