import { useEffect, useEffectEvent, useState } from 'react';
import { canUsePasskeys } from '../../api/can-use-passkeys.ts';

/** A challenge is good for five minutes: one that the browser holds ready is renewed before. */
const RENEW_MS = 4 * 60_000;

const device = () => import('../../api/passkey-device.ts');

const hasAutofill = async (): Promise<boolean> => {
  if (!('isConditionalMediationAvailable' in PublicKeyCredential)) return false;
  return PublicKeyCredential.isConditionalMediationAvailable().catch(() => false);
};

interface On {
  readonly onSignedIn: () => void;
  readonly onFailed: (error: unknown) => void;
}

/** Signing in with a passkey: by `start`, and among the browser's suggestions where it knows how. */
export const usePasskey = (on: On) => {
  const [available] = useState(canUsePasskeys);
  const [busy, setBusy] = useState(false);
  const [round, setRound] = useState(0);
  const signedIn = useEffectEvent(on.onSignedIn);
  const failed = useEffectEvent(on.onFailed);
  useEffect(() => {
    if (!available) return undefined;
    let over = false;
    const offer = async (): Promise<void> => {
      if (!(await hasAutofill()) || over) return;
      const { askForPasskey, enterByPasskey } = await device();
      // Nobody chose it yet: that nothing comes of it is no news.
      const answer = over ? null : await askForPasskey(true).catch(() => null);
      if (answer === null || over) return;
      try {
        await enterByPasskey(answer);
        signedIn();
      } catch (error) {
        failed(error);
        setRound((r) => r + 1);
      }
    };
    void offer();
    const renewal = setTimeout(() => setRound((r) => r + 1), RENEW_MS);
    return () => {
      over = true;
      clearTimeout(renewal);
    };
  }, [available, round]);
  useEffect(
    () => () => {
      if (available) void device().then(({ stopAskingForPasskey }) => stopAskingForPasskey());
    },
    [available],
  );
  const start = async (): Promise<void> => {
    if (busy) return;
    setBusy(true);
    try {
      const { askForPasskey, enterByPasskey } = await device();
      await enterByPasskey(await askForPasskey(false));
      on.onSignedIn();
    } catch (error) {
      on.onFailed(error);
      setBusy(false);
      // The browser waits for one thing at a time: its suggestions ended with this.
      setRound((r) => r + 1);
    }
  };
  return { available, busy, start: () => void start() };
};
