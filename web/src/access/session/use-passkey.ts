import { useEffect, useEffectEvent, useState } from 'react';
import { canUsePasskeys } from '../../data/api/can-use-passkeys.ts';

/** Renewal interval in ms. A challenge is valid for five minutes, so it is renewed earlier. */
const RENEW_MS = 4 * 60_000;

const device = () => import('../../data/api/passkey-device.ts');

const hasAutofill = async (): Promise<boolean> => {
  if (!('isConditionalMediationAvailable' in PublicKeyCredential)) return false;
  return PublicKeyCredential.isConditionalMediationAvailable().catch(() => false);
};

interface On {
  readonly onSignedIn: () => void;
  readonly onFailed: (error: unknown) => void;
}

/** Passkey sign-in, by `start` or through the browser's suggestions if supported. */
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
      // The user has not chosen a suggestion, so errors are not shown.
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
      // The browser allows one request at a time, so the suggestions were canceled. Start them again.
      setRound((r) => r + 1);
    }
  };
  return { available, busy, start: () => void start() };
};
