/** Returns whether this page can use passkeys. WebAuthn needs a host name over HTTPS or localhost, and never accepts an IP address. */
export const canUsePasskeys = (): boolean =>
  window.isSecureContext && 'PublicKeyCredential' in window && !/^\[|^[\d.]+$/.test(location.hostname);
