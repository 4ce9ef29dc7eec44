/** Base path or URL of the API, such as `/api` or `https://console.example.org/api`. Set by `VITE_API_BASE` at build time. */
export const API_BASE: string = import.meta.env['VITE_API_BASE'] ?? '/api';
