/** A passkey belongs to a name, over https or on one's own computer: never to an address such as 127.0.0.1. */
export const canUsePasskeys = (): boolean =>
  window.isSecureContext && 'PublicKeyCredential' in window && !/^\[|^[\d.]+$/.test(location.hostname);
