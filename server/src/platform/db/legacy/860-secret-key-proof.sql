create table secret_key_proof (
  only_row boolean primary key default true check (only_row),
  sealed text not null
);
