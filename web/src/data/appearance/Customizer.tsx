import { isAmong } from '@ringside/core/base/is-among.ts';
import { Button, Drawer, NativeSelect, Switch } from '@mantine/core';
import { RotateCcw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { directionOf } from '@ringside/core/base/direction-of.ts';
import { changeLook } from './change-look.ts';
import classes from './Customizer.module.css';
import { lookNow, useLayout } from './layout-store.ts';
import { DEFAULT_LOOK, type Look, ROW_FROM_PX, skinAllowed, TRANSITIONS } from './look.ts';
import { LookPicture } from './LookPicture.tsx';
import { enterPage } from './page-transition.ts';
import { TileGroup } from './TileGroup.tsx';
import { useMinWidth } from '../../ui/use-min-width.ts';

/** Drawer (400 px) with every appearance option. Changes are applied and stored at once. */
export function Customizer() {
  const { t } = useTranslation('shell');
  const open = useLayout((s) => s.customizerOpen);
  const setCustomizer = useLayout((s) => s.setCustomizer);
  return (
    <Drawer.Root
      opened={open}
      onClose={() => setCustomizer(false)}
      position="right"
      size={400}
      classNames={{ content: classes['content'] ?? '' }}
    >
      {/* The overlay is transparent so that changes stay visible. */}
      <Drawer.Overlay backgroundOpacity={0} />
      <Drawer.Content aria-label={t('customizer.title')}>
        {/* A header element would be a second banner landmark on the page. */}
        <div className={classes['head']}>
          <div>
            <Drawer.Title className={classes['title']}>{t('customizer.title')}</Drawer.Title>
            <p className={classes['lead']}>{t('customizer.lead')}</p>
          </div>
          <Drawer.CloseButton aria-label={t('customizer.close')} />
        </div>
        <Drawer.Body className={classes['body']}>
          <Theming />
          <Frame />
          <MenuOptions />
          <More />
        </Drawer.Body>
        <div className={classes['foot']}>
          <Button
            variant="default"
            fullWidth
            leftSection={<RotateCcw size={16} aria-hidden="true" />}
            // The clock is set on the profile page.
            onClick={() => changeLook({ ...DEFAULT_LOOK, hourCycle: lookNow().hourCycle })}
          >
            {t('customizer.reset')}
          </Button>
        </div>
      </Drawer.Content>
    </Drawer.Root>
  );
}

function Theming() {
  const { t } = useTranslation('shell');
  const { skin, scheme, menu } = useLayout();
  return (
    <section className={classes['section']}>
      <h3 className={classes['heading']}>{t('customizer.theming')}</h3>
      <TileGroup
        label={t('customizer.skin')}
        value={skin}
        onChange={(value) => changeLook({ skin: value })}
        tiles={(['default', 'bordered', 'semi-dark'] as const).map((value) => ({
          value,
          label: t(`customizer.skins.${value}`),
          picture: <LookPicture kind={`skin-${value}`} />,
          disabled: !skinAllowed(value, menu),
        }))}
        {...(menu === 'horizontal' ? { hint: t('customizer.semiDarkHint') } : {})}
      />
      <TileGroup
        label={t('customizer.scheme')}
        value={scheme}
        onChange={(value) => changeLook({ scheme: value })}
        tiles={(['light', 'dark', 'auto'] as const).map((value) => ({
          value,
          label: t(`customizer.schemes.${value}`),
        }))}
      />
    </section>
  );
}

function Frame() {
  const { t } = useTranslation('shell');
  const { width, appBar, blur, footer } = useLayout();
  const places = (['fixed', 'static', 'hidden'] as const).map((value) => ({
    value,
    label: t(`customizer.places.${value}`),
  }));
  return (
    <section className={classes['section']}>
      <h3 className={classes['heading']}>{t('customizer.frame')}</h3>
      <TileGroup
        label={t('customizer.width')}
        value={width}
        onChange={(value) => changeLook({ width: value })}
        tiles={(['full', 'boxed'] as const).map((value) => ({
          value,
          label: t(`customizer.widths.${value}`),
          picture: <LookPicture kind={`width-${value}`} />,
        }))}
      />
      <TileGroup
        label={t('customizer.appBar')}
        value={appBar}
        onChange={(value) => changeLook({ appBar: value })}
        tiles={places}
      />
      <Row
        label={t('customizer.blur')}
        hint={appBar === 'fixed' ? undefined : t('customizer.blurHint')}
        disabled={appBar !== 'fixed'}
        checked={blur}
        onChange={(on) => changeLook({ blur: on })}
      />
      <TileGroup
        label={t('customizer.footer')}
        value={footer}
        onChange={(value) => changeLook({ footer: value })}
        tiles={places}
      />
    </section>
  );
}

function MenuOptions() {
  const { t } = useTranslation('shell');
  const { menu, navigation } = useLayout();
  const large = useMinWidth(ROW_FROM_PX);
  const canCollapse = menu === 'vertical' && navigation !== 'hidden';
  return (
    <section className={classes['section']}>
      <h3 className={classes['heading']}>{t('customizer.menu')}</h3>
      {large ? (
        <TileGroup
          label={t('customizer.menuLayout')}
          value={menu}
          onChange={(value) => changeLook({ menu: value })}
          tiles={(['vertical', 'horizontal'] as const).map((value) => ({
            value,
            label: t(`customizer.menus.${value}`),
            picture: <LookPicture kind={`menu-${value}`} />,
          }))}
        />
      ) : null}
      <Row
        label={t('customizer.collapsed')}
        hint={menu === 'vertical' ? undefined : t('customizer.collapsedHint')}
        disabled={!canCollapse}
        checked={canCollapse && navigation === 'mini'}
        onChange={(on) => changeLook({ navigation: on ? 'mini' : 'full' })}
      />
      <Row
        label={t('customizer.hidden')}
        checked={navigation === 'hidden'}
        onChange={(on) => changeLook({ navigation: on ? 'hidden' : 'full' })}
      />
    </section>
  );
}

function More() {
  const { t, i18n } = useTranslation('shell');
  const { direction, transition } = useLayout();
  const own = directionOf(i18n.language);
  return (
    <section className={classes['section']}>
      <h3 className={classes['heading']}>{t('customizer.more')}</h3>
      <Row
        label={t('customizer.rtl')}
        hint={direction === 'auto' ? t('customizer.rtlFollows') : t('customizer.rtlChosen')}
        checked={(direction === 'auto' ? own : direction) === 'rtl'}
        // Choosing the language's own direction sets `auto` again.
        onChange={(on) => changeLook({ direction: directionChoice(on ? 'rtl' : 'ltr', own) })}
      />
      <NativeSelect
        label={t('customizer.transition')}
        value={transition}
        onChange={(e) => {
          const chosen = e.currentTarget.value;
          if (isAmong(TRANSITIONS, chosen)) changeLook({ transition: chosen });
          enterPage();
        }}
        data={TRANSITIONS.map((value) => ({ value, label: t(`customizer.transitions.${value}`) }))}
      />
    </section>
  );
}

const directionChoice = (wanted: 'ltr' | 'rtl', own: 'ltr' | 'rtl'): Look['direction'] =>
  wanted === own ? 'auto' : wanted;

function Row({
  label,
  hint,
  ...rest
}: {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly checked: boolean;
  readonly disabled?: boolean;
  readonly onChange: (on: boolean) => void;
}) {
  const { onChange, ...state } = rest;
  return (
    <Switch
      {...state}
      label={label}
      description={hint}
      labelPosition="left"
      onChange={(e) => onChange(e.currentTarget.checked)}
      classNames={{ body: classes['row'] ?? '' }}
    />
  );
}
