-- What stood before the place up to which a followed file was read (SHA-256 of its last bytes, hexadecimal): a file that was
-- emptied and has grown beyond that place is told by it. Null: read before this was kept.
alter table followed_logs add column tail text;
