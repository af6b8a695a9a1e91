import { Content, List, Root, Trigger } from '@radix-ui/react-tabs';
import { useDeferredValue, useState, type ReactElement, type ReactNode } from 'react';
import { SEGMENT, SEGMENTS } from './Segmented.tsx';

/** A tab: its name, its label and its content. */
interface Tab<Name> {
  readonly name: Name;
  readonly label: string;
  readonly content: ReactNode;
}

/** Tabs above their content. The first one is open unless `value` says which is. */
export function Tabs<Name extends string>({
  label,
  tabs,
  value,
  className,
  listClassName = 'bg-surface',
  contentClassName,
  onChange,
}: {
  /** Accessible name of the list of tabs. */
  readonly label: string;
  readonly tabs: readonly Tab<Name>[];
  /** Name of the open tab, if the owner controls it. */
  readonly value?: Name;
  readonly className?: string;
  /** Class with the background of the list. */
  readonly listClassName?: string;
  readonly contentClassName: string;
  readonly onChange?: (name: Name) => void;
}): ReactElement {
  const [chosen, setChosen] = useState(tabs[0]?.name);
  const open = value ?? chosen;
  // The pressed tab is shown before its content is rendered: decision 0108.
  const shown = useDeferredValue(open);
  const change = (name: string): void => {
    setChosen(name as Name);
    onChange?.(name as Name);
  };
  return (
    <Root value={open ?? ''} onValueChange={change} className={className}>
      <List
        aria-label={label}
        className={`${SEGMENTS} w-full flex-wrap rounded-3xl max-[26rem]:gap-0 ${listClassName}`}
      >
        {tabs.map(({ name, label: text }) => (
          <Trigger
            key={name}
            value={name}
            className={`${SEGMENT} min-h-10 flex-auto px-3 text-sm data-[state=active]:bg-line data-[state=active]:text-text max-[26rem]:px-1 max-[26rem]:text-[0.8125rem] max-[26rem]:tracking-[-0.01em]`}
          >
            {text}
          </Trigger>
        ))}
      </List>
      {tabs.map(({ name, content }) => (
        <Content key={name} value={name} forceMount hidden={name !== shown} className={contentClassName}>
          {name === shown ? content : null}
        </Content>
      ))}
    </Root>
  );
}
