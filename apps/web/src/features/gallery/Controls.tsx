import { useState, type ReactElement } from 'react';
import { Button } from '../../ui/Button.tsx';
import { CopyLink } from '../../ui/CopyLink.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { DialogEnd } from '../../ui/DialogEnd.tsx';
import { Dropdown } from '../../ui/Dropdown.tsx';
import { Field, Input, Select } from '../../ui/Field.tsx';
import { Menu, MenuItem } from '../../ui/Menu.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { showToast } from '../../ui/toast.ts';
import { Part, States } from './Part.tsx';
import { WORDS } from './words.ts';
import '../../ui/screens.css';

const OPTIONS = ['Short', 'A longer label', '長いラベル'].map((label) => ({ value: label, label }));
const [{ value: FIRST } = { value: '' }] = OPTIONS;
const LAYOUTS = ['bar', 'wide', 'compact', 'pill'] as const;
const LOOKS = ['primary', 'good', 'quiet', 'bare', 'danger'] as const;
const SIZES = ['normal', 'small', 'amount'] as const;
const TOASTS = ['good', 'bad', 'plain'] as const;

/** Parts that a player presses or fills in. */
export function Controls(): ReactElement {
  return (
    <>
      <Part name="Button">
        {LOOKS.map((look) => (
          <States key={look}>
            <Button look={look}>{look}</Button>
            <Button look={look} size="small">
              {look}
            </Button>
            <Button look={look} disabled>
              {WORDS.disabled}
            </Button>
          </States>
        ))}
      </Part>
      <Part name="Field">
        <div className="grid w-full gap-4 sm:grid-cols-2">
          <Field label="Input" note={WORDS.note}>
            {(control) => <Input {...control} defaultValue={WORDS.content} />}
          </Field>
          <Field label="Input with an error" note={WORDS.note} error={WORDS.error}>
            {(control) => <Input {...control} placeholder={WORDS.content} />}
          </Field>
          {SIZES.map((size) => (
            <Field key={size} label={`Input, ${size}`}>
              {(control) => <Input {...control} size={size} defaultValue="12.5" />}
            </Field>
          ))}
          <Field label="Input, disabled">{(control) => <Input {...control} disabled defaultValue="12.5" />}</Field>
          <Field label="Select">{(control) => <Choice {...control} />}</Field>
          <Field label="Select, disabled">{(control) => <Choice {...control} disabled />}</Field>
        </div>
      </Part>
      <Part name="Segmented">
        {LAYOUTS.map((layout) => (
          <Segments key={layout} layout={layout} />
        ))}
      </Part>
      <Part name="Tabs">
        <Tabs
          label="Tabs"
          contentClassName="mt-3"
          tabs={OPTIONS.map(({ value, label }) => ({ name: value, label, content: label }))}
        />
      </Part>
      <Part name="Menu">
        <States>
          <Menu name="Menu" label="Menu" className="action action-quiet" head={WORDS.content}>
            <MenuItem icon="user" href="/profile">
              {WORDS.open}
            </MenuItem>
            <MenuItem icon="leave">{WORDS.close}</MenuItem>
          </Menu>
          <Dropdown label="Links" className="action action-bare">
            <a href="#links" className="block rounded-lg px-3 py-2">
              {WORDS.open}
            </a>
          </Dropdown>
        </States>
      </Part>
      <Part name="Dialog">
        <OpenDialog />
      </Part>
      <Part name="Toast">
        <States>
          {TOASTS.map((kind) => (
            <Button key={kind} onClick={() => showToast({ kind, title: kind, text: WORDS.content })}>
              {kind}
            </Button>
          ))}
        </States>
      </Part>
      <Part name="CopyLink">
        <CopyLink link={location.origin}>{WORDS.copy}</CopyLink>
      </Part>
    </>
  );
}

function Choice(props: { readonly id: string; readonly disabled?: boolean }): ReactElement {
  const [value, setValue] = useState(FIRST);
  return <Select {...props} value={value} options={OPTIONS} onChange={setValue} />;
}

function Segments({ layout }: { readonly layout: (typeof LAYOUTS)[number] }): ReactElement {
  const [value, setValue] = useState(FIRST);
  const shared = { layout, options: OPTIONS, onChange: setValue };
  return (
    <>
      <Segmented {...shared} legend={layout} isLegendShown value={value} />
      <Segmented {...shared} legend={`${layout}, disabled`} isDisabled value={FIRST} />
      <Segmented {...shared} legend={`${layout}, busy`} isBusy value={FIRST} />
    </>
  );
}

function OpenDialog(): ReactElement {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{WORDS.open}</Button>
      <Dialog isOpen={isOpen} title={WORDS.content} description={WORDS.content} onClose={() => setOpen(false)}>
        <p className="my-4">{WORDS.content}</p>
        <DialogEnd>
          <Button look="primary" onClick={() => setOpen(false)}>
            {WORDS.close}
          </Button>
        </DialogEnd>
      </Dialog>
    </>
  );
}
