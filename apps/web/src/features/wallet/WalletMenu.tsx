import { Content, Item, Label, Portal, Root, Separator, Trigger } from '@radix-ui/react-dropdown-menu';
import { makeTrx } from '@popfray/protocol';
import type { ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { disconnectWallet } from '../../data/wallet/wallet-actions.ts';
import { useAccount } from '../../data/account/account.ts';
import { networkName } from '../../data/account/network-name.ts';
import { shortenAddress } from '../../data/account/address.ts';
import { PATHS } from '../../data/paths.ts';
import { preload } from '../../data/preload.ts';
import { Icon } from '../../ui/Icon.tsx';
import { WALLET_BUTTON } from '../../ui/wallet-button.ts';
import '../../ui/screens.css';

const ITEM =
  'flex min-h-11 cursor-pointer items-center gap-3 rounded-[0.625rem] px-3 font-medium text-text data-highlighted:bg-line data-highlighted:outline-none';

/** Distance of the menu from its button and from the edge of the window, px. */
const GAP_PX = 8;

/** The connected account and its menu. SPEC section 2, header. */
export function WalletMenu({
  address,
  onDeposit,
}: {
  readonly address: string;
  /** Called when the player wants to deposit. */
  readonly onDeposit: () => void;
}): ReactElement {
  const t = useTranslations('walletMenu');
  const isOperator = useAccount(({ player }) => player?.isOperator === true);
  const isSignedIn = useAccount(({ player }) => player !== null);
  const shortened = shortenAddress(address);
  return (
    <Root
      modal={false}
      onOpenChange={(isOpen) => {
        if (isOpen) preload(PATHS.profile);
      }}
    >
      <Trigger aria-label={t('label', { address: shortened })} className={`action action-quiet ${WALLET_BUTTON}`}>
        {shortened}
        <Icon name="down" className="hidden size-4 shrink-0 text-muted sm:block" />
      </Trigger>
      <Portal>
        <Content
          align="end"
          sideOffset={GAP_PX}
          collisionPadding={GAP_PX} // Above the toasts: an open menu has priority.
          className="z-55 max-w-[min(20rem,calc(100vw-1rem))] min-w-60 origin-(--radix-dropdown-menu-content-transform-origin) animate-[menu-in_140ms_var(--ease-out)] rounded-2xl bg-raised p-2 shadow-[0_0.5rem_1.5rem_rgb(0_0_0/0.4)] outline-1 outline-line"
        >
          <AccountSummary address={address} />
          <Separator className="my-2 h-px bg-line" />
          {isSignedIn && (
            <Item className={ITEM} onSelect={onDeposit}>
              <Icon name="wallet" />
              {t('deposit')}
            </Item>
          )}
          <Item asChild className={ITEM}>
            <Link href={PATHS.profile}>
              <Icon name="user" />
              {t('profile')}
            </Link>
          </Item>
          {isOperator && (
            <Item asChild className={ITEM}>
              <Link href={PATHS.admin}>
                <Icon name="desk" />
                {t('admin')}
              </Link>
            </Item>
          )}
          <Item asChild className={ITEM}>
            <Link href={PATHS.playResponsibly}>
              <Icon name="info" />
              {t('responsibly')}
            </Link>
          </Item>
          <Item asChild className={ITEM}>
            <Link href={PATHS.settings}>
              <Icon name="sliders" />
              {t('settings')}
            </Link>
          </Item>
          <Item className={ITEM} onSelect={() => void disconnectWallet()}>
            <Icon name="leave" />
            {t('disconnect')}
          </Item>
        </Content>
      </Portal>
    </Root>
  );
}

/** The connected address, its network and the balance with the house. */
function AccountSummary({ address }: { readonly address: string }): ReactElement {
  const t = useTranslations('walletMenu');
  const player = useAccount((state) => state.player);
  const network = useAccount((state) => state.platform?.network);
  return (
    <Label className="px-3 py-2">
      <p className="font-semibold [overflow-wrap:anywhere]">{player?.username ?? shortenAddress(address)}</p>
      {network !== undefined && (
        <p className={`text-sm ${network.isPlayMoney ? 'text-caution' : 'text-muted'}`}>{networkName(network)}</p>
      )}
      {player !== null && (
        <p className="mt-2 flex items-baseline justify-between gap-6 text-sm text-muted">
          {t('balance')}
          <span className="figure text-base text-text">{t('amount', { amount: makeTrx(player.balanceSun) })}</span>
        </p>
      )}
    </Label>
  );
}
