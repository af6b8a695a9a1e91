import { TronWeb, utils } from 'tronweb';

/** The head block that the transactions here reference. */
const HEADER = {
  ref_block_bytes: '0102',
  ref_block_hash: '0102030405060708',
  expiration: 1_700_000_060_000,
  timestamp: 1_700_000_000_000,
};

/** A transaction as tronweb makes it. */
export interface MadeTransaction {
  visible: boolean;
  txID: string;
  raw_data: {
    contract: {
      type: string;
      Permission_id?: number;
      parameter: { type_url: string; value: Record<string, unknown> };
    }[];
    data?: string;
    fee_limit?: number;
    expiration: number;
    timestamp: number;
    ref_block_bytes: string;
    ref_block_hash: string;
  };
  raw_data_hex: string;
}

/** Makes a transfer in tronweb's own way, changed as a test likes, with its true bytes and id. */
export function makeTransfer(
  from: string,
  to: string,
  amount: number,
  change: (transaction: MadeTransaction) => void = () => undefined,
): MadeTransaction {
  const hex = (address: string): string => TronWeb.address.toHex(address);
  const transaction: MadeTransaction = {
    visible: false,
    txID: '',
    raw_data: {
      contract: [
        {
          type: 'TransferContract',
          parameter: {
            type_url: 'type.googleapis.com/protocol.TransferContract',
            value: { owner_address: hex(from), to_address: hex(to), amount },
          },
        },
      ],
      ...HEADER,
    },
    raw_data_hex: '',
  };
  change(transaction);
  const message: unknown = utils.transaction.txJsonToPb(transaction);
  transaction.raw_data_hex = utils.transaction.txPbToRawDataHex(message).toLowerCase();
  transaction.txID = utils.transaction.txPbToTxID(message).replace(/^0x/, '');
  return transaction;
}
